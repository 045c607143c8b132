package io.hamstring.worker.stage.detector;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What one client asked for in one batch, by registered domain. Confined to one thread. */
public final class ClientBatch {

  /** How many features a batch has. */
  public static final int FEATURES = 14;

  /** So many domains that exist are compared with each that does not: it bounds the work. */
  private static final int MOST_COMPARED = 200;

  // More domains that do not exist, and stranger ones, never speak for a client.
  private static final int[] DIRECTIONS = {0, 1, 1, 1, 1, 1, 1, 1, 0, 1, -1, 1, 0, 0};

  private final LetterPairs letters;
  private final Map<RegisteredDomain, Asked> domains = new LinkedHashMap<>();
  private int lines;
  private int failed;

  private ClientBatch(LetterPairs letters) {
    this.letters = letters;
  }

  /** The batch of these questions; {@code names} gives the log-odds of a domain by itself. */
  public static ClientBatch of(List<Question> questions, LetterPairs letters, BoostedTrees names) {
    var batch = new ClientBatch(letters);
    for (var question : questions) {
      batch.lines++;
      batch.failed += question.exists() ? 0 : 1;
      var domain = RegisteredDomain.of(question.name());
      if (domain.isPresent()) {
        batch
            .domains
            .computeIfAbsent(
                domain.get(), d -> new Asked(d, names.logOdds(LabelFeatures.of(d, letters))))
            .add(question);
      }
    }
    batch.markMisspelt();
    return batch;
  }

  /** What is known of a question's domain, if it has one. */
  Optional<Asked> asked(Question question) {
    return RegisteredDomain.of(question.name()).map(domains::get);
  }

  /** Of each feature: 1 when more of it speaks for malware, -1 when against it, 0 when neither. */
  public static int[] directions() {
    return DIRECTIONS.clone();
  }

  /** The features, in a fixed order. */
  public double[] features() {
    var dead = domains.values().stream().filter(Asked::isDead).toList();
    var alive = domains.values().stream().filter(asked -> asked.exists).toList();
    var labels = dead.stream().map(asked -> asked.domain.label()).toList();
    double ofDead = mean(dead);
    double ofAlive = mean(alive);
    return new double[] {
      domains.size(),
      dead.size(),
      share(dead.size(), domains.size()),
      share(failed, lines),
      ofDead,
      highest(dead),
      dead.stream().filter(asked -> asked.logOdds > 0).count(),
      dead.stream().mapToDouble(asked -> BoostedTrees.logistic(asked.logOdds)).sum(),
      ofAlive,
      dead.isEmpty() || alive.isEmpty() ? 0 : ofDead - ofAlive,
      labels.stream().mapToDouble(letters::mean).average().orElse(0),
      letters.divergence(counts(labels)),
      sharedPairs(labels),
      share(dead.stream().filter(asked -> asked.names.size() > 1).count(), dead.size())
    };
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  /** A domain one slip of the finger away from one that exists is no domain of its own. */
  private void markMisspelt() {
    var alive =
        domains.values().stream()
            .filter(asked -> asked.exists)
            .limit(MOST_COMPARED)
            .map(asked -> asked.domain.toString())
            .toList();
    for (var asked : domains.values()) {
      asked.misspelt =
          !asked.exists
              && alive.stream().anyMatch(name -> OneEdit.apart(name, asked.domain.toString()));
    }
  }

  private static double mean(List<Asked> domains) {
    return domains.stream().mapToDouble(asked -> asked.logOdds).average().orElse(0);
  }

  /** The mean of the highest three. */
  private static double highest(List<Asked> domains) {
    return domains.stream()
        .mapToDouble(asked -> -asked.logOdds)
        .sorted()
        .limit(3)
        .map(negated -> -negated)
        .average()
        .orElse(-10);
  }

  private static int[] counts(List<String> labels) {
    var counts = new int[LetterPairs.KINDS];
    for (var label : labels) {
      for (int i = 0; i < label.length(); i++) {
        counts[LetterPairs.kind(label.charAt(i))]++;
      }
    }
    return counts;
  }

  /** The mean share of a label's pairs of characters that the label asked for before it has too. */
  private static double sharedPairs(List<String> labels) {
    double sum = 0;
    Set<String> before = Set.of();
    for (var label : labels) {
      var pairs = new HashSet<String>();
      for (int i = 0; i + 1 < label.length(); i++) {
        pairs.add(label.substring(i, i + 2));
      }
      long shared = pairs.stream().filter(before::contains).count();
      sum += pairs.isEmpty() ? 0 : (double) shared / pairs.size();
      before = pairs;
    }
    return labels.size() < 2 ? 0 : sum / (labels.size() - 1);
  }

  @Override
  public String toString() {
    return domains.keySet() + " " + Arrays.toString(features());
  }

  /** What is known of a domain that was asked for. */
  static final class Asked {
    private final RegisteredDomain domain;
    private final double logOdds;
    private final Set<String> names = new HashSet<>();
    private boolean exists;
    private boolean misspelt;

    Asked(RegisteredDomain domain, double logOdds) {
      this.domain = domain;
      this.logOdds = logOdds;
    }

    private void add(Question question) {
      names.add(question.name());
      exists |= question.exists();
    }

    /** How likely it was generated, seen by itself. */
    double logOdds() {
      return logOdds;
    }

    /** Whether no name in it exists, nor a domain of which it is a misspelling. */
    boolean isDead() {
      return !exists && !misspelt;
    }
  }
}
