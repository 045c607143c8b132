package io.hamstring.worker.stage.detector;

import java.util.List;

/** The statistical model that comes with the worker, so that a detector needs no download. */
public final class BuiltInModel implements LineScorer {

  /** The resource that holds the model, beside the class. */
  public static final String RESOURCE = "dga-model.txt";

  private final ClientModel model;
  private final String checksum;

  private BuiltInModel(ClientModel model, String checksum) {
    this.model = model;
    this.checksum = checksum;
  }

  /** Reads the model from the class path. */
  public static BuiltInModel load() {
    var resource = ModelResource.read(BuiltInModel.class, RESOURCE);
    return new BuiltInModel(ClientModelText.parse(resource.text()), resource.checksum());
  }

  @Override
  public double[] probabilities(List<Question> questions) {
    return model.probabilities(questions);
  }

  @Override
  public String checksum() {
    return checksum;
  }
}
