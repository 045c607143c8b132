package io.hamstring.operator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.hamstring.operator.convert.Conversion;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code convert config.yaml [name [namespace]]}: prints a HamstringPipeline for a HAMSTRING file.
 */
final class ConvertCommand {

  private static final int USAGE = 64;
  private static final int UNREADABLE = 66;

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .build());

  private ConvertCommand() {}

  /** The exit code; what has no counterpart is printed to {@code err}, a line each. */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    if (!arguments[0].equals("convert") || arguments.length < 2 || arguments.length > 4) {
      err.println(
          "usage: convert config.yaml [name [namespace]] | check URL | try NAMESPACE BROKERS TIMEOUT;"
              + " without arguments it operates");
      return USAGE;
    }
    var name = arguments.length > 2 ? arguments[2] : "hamstring";
    var namespace = arguments.length > 3 ? arguments[3] : "default";
    try {
      var document = YAML.readTree(Files.readString(Path.of(arguments[1])));
      var converted = Conversion.of(document, namespace, name);
      out.print(YAML.writeValueAsString(converted.resource()));
      converted.lost().forEach(err::println);
      return 0;
    } catch (IOException | IllegalArgumentException unusable) {
      err.println(arguments[1] + " cannot be converted: " + unusable.getMessage());
      return UNREADABLE;
    }
  }
}
