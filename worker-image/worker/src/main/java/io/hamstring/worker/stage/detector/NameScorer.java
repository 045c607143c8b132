package io.hamstring.worker.stage.detector;

import java.util.HashMap;
import java.util.List;

/**
 * Judges each name by itself, by HAMSTRING's 44 features, as its own models do.
 *
 * @param model of 44 features
 */
public record NameScorer(RowModel model) implements LineScorer {

  @Override
  public double[] probabilities(List<Question> questions) {
    var known = new HashMap<String, Double>();
    return questions.stream()
        .mapToDouble(
            question ->
                known.computeIfAbsent(
                    question.name(), name -> model.probability(DomainFeatures.of(name))))
        .toArray();
  }

  @Override
  public String checksum() {
    return model.checksum();
  }
}
