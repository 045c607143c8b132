package io.hamstring.worker.stage.detector.training;

import java.util.Random;
import java.util.function.Function;

/**
 * A way in which domain names come about. It is a function of the random numbers it is given, so a
 * seed gives the same names for ever.
 *
 * @param id short and stable
 * @param origin who makes such names
 * @param use whether the built-in model has learnt from it
 */
public record NameFamily(String id, Origin origin, Use use, Function<Random, String> names) {

  /** Who makes the names of a family. */
  public enum Origin {
    /** People, and the software they run. */
    BENIGN,
    /** A domain generation algorithm of malware. */
    GENERATED
  }

  /** What the names of a family are for. */
  public enum Use {
    /** The built-in model has learnt from it. */
    TRAINING,
    /** The built-in model has not learnt from it, but people looked at it while they tuned. */
    WITHHELD,
    /** Nobody has tuned anything with an eye on it. */
    UNSEEN
  }

  /** The next name. */
  public String next(Random random) {
    return names.apply(random);
  }
}
