package io.hamstring.worker.stage.detector.domainator;

import io.hamstring.worker.stage.detector.ModelResource;
import io.hamstring.worker.stage.detector.ModelText;
import io.hamstring.worker.stage.detector.RowModel;
import java.util.function.ToDoubleFunction;

/** Says how likely the names of a window carry data. Safe for several threads. */
public final class WindowModel {

  /** The resource that holds the built-in model, beside the class. */
  public static final String RESOURCE = "domainator-model.txt";

  /** How many features a model of HAMSTRING's has. */
  public static final int SIMILARITIES = PairSimilarity.WAYS;

  private final ToDoubleFunction<NameWindow> probability;
  private final String checksum;

  private WindowModel(ToDoubleFunction<NameWindow> probability, String checksum) {
    this.probability = probability;
    this.checksum = checksum;
  }

  /** The model that comes with the worker. */
  public static WindowModel builtIn() {
    var resource = ModelResource.read(WindowModel.class, RESOURCE);
    var trees = ModelText.parse(resource.text(), WindowFeatures.COUNT);
    return new WindowModel(
        window -> trees.probability(WindowFeatures.of(window)), resource.checksum());
  }

  /** A model of HAMSTRING's seven similarities. */
  public static WindowModel of(RowModel model) {
    return new WindowModel(window -> model.probability(window.similarity()), model.checksum());
  }

  double probability(NameWindow window) {
    return probability.applyAsDouble(window);
  }

  String checksum() {
    return checksum;
  }
}
