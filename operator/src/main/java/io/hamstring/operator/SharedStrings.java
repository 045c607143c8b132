package io.hamstring.operator;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;

/**
 * Reads strings so that equal ones are one object. The children of a thousand pipelines say the
 * same few hundred words (paths, names of variables, labels, reasons) a hundred thousand times, and
 * all of them stay in the informers.
 */
final class SharedStrings extends StdScalarDeserializer<String> {

  private static final long serialVersionUID = 1L;

  /** What is longer, such as the content of a file, is hardly ever said twice. */
  private static final int LONGEST = 512;

  SharedStrings() {
    super(String.class);
  }

  @Override
  public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    return shared(StringDeserializer.instance.deserialize(parser, context));
  }

  private static String shared(String read) {
    return read == null || read.length() > LONGEST ? read : read.intern();
  }

  /** The same for what is read as a tree. */
  static final class Trees extends JsonNodeFactory {

    private static final long serialVersionUID = 1L;

    @Override
    public TextNode textNode(String text) {
      return super.textNode(shared(text));
    }
  }
}
