package io.hamstring.worker.stage.detector.onnx;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A tiny ONNX model, written field by field as the format's protobuf schema has them. */
final class OnnxBytes {

  private static final int FLOAT = 1;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private OnnxBytes() {}

  /**
   * A logistic regression: the odds of the second class are {@code e^(bias + weight * x[feature])}.
   */
  static byte[] logistic(int features, int feature, float weight, float bias, int classes) {
    var weights = new float[features * classes];
    weights[feature * classes + classes - 1] = weight;
    var biases = new float[classes];
    biases[classes - 1] = bias;
    var graph =
        new OnnxBytes()
            .message(1, node("Gemm", "scores", "rows", "weights", "biases"))
            .message(1, node("Softmax", "probabilities", "scores"))
            .text(2, "logistic")
            .message(5, tensor("weights", weights, features, classes))
            .message(5, tensor("biases", biases, classes))
            .message(11, matrix("rows", features))
            .message(12, matrix("probabilities", classes));
    var operators = new OnnxBytes().text(1, "").number(2, 13);
    return new OnnxBytes().number(1, 8).message(7, graph).message(8, operators).out.toByteArray();
  }

  private static OnnxBytes node(String operator, String output, String... inputs) {
    var node = new OnnxBytes();
    for (var input : inputs) {
      node.text(1, input);
    }
    return node.text(2, output).text(4, operator);
  }

  private static OnnxBytes tensor(String name, float[] values, int... dimensions) {
    var tensor = new OnnxBytes();
    for (int dimension : dimensions) {
      tensor.number(1, dimension);
    }
    var raw = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      raw.putFloat(value);
    }
    return tensor.number(2, FLOAT).text(8, name).bytes(9, raw.array());
  }

  private static OnnxBytes matrix(String name, int columns) {
    var shape =
        new OnnxBytes()
            .message(1, new OnnxBytes().text(2, "count"))
            .message(1, new OnnxBytes().number(1, columns));
    var tensor = new OnnxBytes().number(1, FLOAT).message(2, shape);
    return new OnnxBytes().text(1, name).message(2, new OnnxBytes().message(1, tensor));
  }

  private OnnxBytes number(int field, long value) {
    varint(field << 3);
    varint(value);
    return this;
  }

  private OnnxBytes text(int field, String value) {
    return bytes(field, value.getBytes(UTF_8));
  }

  private OnnxBytes message(int field, OnnxBytes value) {
    return bytes(field, value.out.toByteArray());
  }

  private OnnxBytes bytes(int field, byte[] value) {
    varint(field << 3 | 2);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  private void varint(long value) {
    long rest = value;
    while (rest > 127) {
      out.write((int) (rest & 127 | 128));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
