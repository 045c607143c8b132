package io.hamstring.worker.stage.detector;

import java.util.List;

/**
 * Says how likely each name that a client asked for was generated, in the light of all that the
 * client asked for in the same batch: a name is malicious when it stands out and the batch does.
 *
 * @param letters how names that people choose are spelt
 * @param names judges a registered domain by itself
 * @param clients judges a client's batch
 */
public record ClientModel(LetterPairs letters, BoostedTrees names, BoostedTrees clients) {

  // In a suspicious batch a name that does not exist is one of the generated ones unless it looks
  // much more like a person's than they do on average; e^3 is 20 to 1.
  private static final double DEAD_LOG_ODDS = 3;

  /** The log-odds that a client's batch holds generated names. */
  public double logOdds(List<Question> questions) {
    return clients.logOdds(ClientBatch.of(questions, letters, names).features());
  }

  /** The probability of each question, from 0 to 1. */
  public double[] probabilities(List<Question> questions) {
    var batch = ClientBatch.of(questions, letters, names);
    var features = batch.features();
    double ofBatch = clients.probability(features);
    return questions.stream()
        .mapToDouble(
            question ->
                batch
                    .asked(question)
                    .map(asked -> Math.min(ofBatch, ofName(asked, features[4])))
                    .orElse(0.0))
        .toArray();
  }

  private static double ofName(ClientBatch.Asked asked, double meanOfDead) {
    return BoostedTrees.logistic(
        asked.isDead() ? asked.logOdds() - meanOfDead + DEAD_LOG_ODDS : asked.logOdds());
  }
}
