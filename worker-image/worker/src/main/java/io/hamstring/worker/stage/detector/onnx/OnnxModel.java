package io.hamstring.worker.stage.detector.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.hamstring.worker.stage.detector.RowModel;
import java.nio.FloatBuffer;
import java.util.Map;

/**
 * A classifier of two classes in an ONNX model, as converters of scikit-learn and its like write it
 * without a map of classes ({@code zipmap} off): one input of rows of floats, one output of two
 * floats for each row, of which the second is the probability of the malicious class.
 */
final class OnnxModel implements RowModel {

  private final OrtSession session;
  private final String input;
  private final String output;
  private final int features;
  private final String checksum;

  private OnnxModel(
      OrtSession session, String input, String output, int features, String checksum) {
    this.session = session;
    this.input = input;
    this.output = output;
    this.features = features;
    this.checksum = checksum;
  }

  /**
   * Reads a model.
   *
   * @param features how many the detector gives it
   * @throws IllegalArgumentException saying why the model cannot be used
   */
  static OnnxModel of(byte[] model, int features, String checksum) {
    try {
      var options = new OrtSession.SessionOptions();
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      var session = OrtEnvironment.getEnvironment().createSession(model, options);
      return new OnnxModel(
          session, inputOf(session, features), outputOf(session), features, checksum);
    } catch (OrtException e) {
      throw new IllegalArgumentException("is no ONNX model that can be used: " + e.getMessage(), e);
    }
  }

  private static String inputOf(OrtSession session, int features) throws OrtException {
    for (var node : session.getInputInfo().values()) {
      if (session.getNumInputs() == 1
          && node.getInfo() instanceof TensorInfo tensor
          && tensor.type == OnnxJavaType.FLOAT
          && tensor.getShape().length == 2
          && (tensor.getShape()[1] == features || tensor.getShape()[1] < 0)) {
        return node.getName();
      }
    }
    throw new IllegalArgumentException(
        "must have one input of rows of " + features + " floats, has " + session.getInputInfo());
  }

  private static String outputOf(OrtSession session) throws OrtException {
    for (var node : session.getOutputInfo().values()) {
      if (node.getInfo() instanceof TensorInfo tensor
          && tensor.type == OnnxJavaType.FLOAT
          && tensor.getShape().length == 2
          && (tensor.getShape()[1] == 2 || tensor.getShape()[1] < 0)) {
        return node.getName();
      }
    }
    throw new IllegalArgumentException(
        "must have an output of two floats for each row (convert it with zipmap off), has "
            + session.getOutputInfo());
  }

  @Override
  public double probability(double[] row) {
    var floats = new float[features];
    for (int i = 0; i < features; i++) {
      floats[i] = (float) row[i];
    }
    try (var tensor =
            OnnxTensor.createTensor(
                OrtEnvironment.getEnvironment(),
                FloatBuffer.wrap(floats),
                new long[] {1, features});
        var result = session.run(Map.of(input, tensor))) {
      var answer = (float[][]) result.get(output).orElseThrow().getValue();
      return answer[0][1];
    } catch (OrtException e) {
      throw new IllegalStateException("the model failed: " + e.getMessage(), e);
    }
  }

  @Override
  public String checksum() {
    return checksum;
  }
}
