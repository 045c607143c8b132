package io.hamstring.worker.stage.detector.training;

import java.util.Random;
import java.util.function.Function;

/**
 * A way in which domain names come about. It is a function of the random numbers it is given, so a
 * seed gives the same names for ever.
 *
 * @param id short and stable
 * @param origin who makes such names
 * @param use what the built-in model may see of it
 * @param sessions makes the names of one program at work, whose choices (an alphabet, a word list,
 *     a domain) stay the same from name to name
 */
public record NameFamily(
    String id, Origin origin, Use use, Function<Random, Function<Random, String>> sessions) {

  /** Who makes the names of a family. */
  public enum Origin {
    /** People, and the software they run. */
    BENIGN,
    /** Software that asks for many names under one domain, and carries no data by it. */
    SERVICE,
    /** A domain generation algorithm of malware. */
    GENERATED,
    /** Software that carries data in the names under a domain of its own. */
    TUNNEL
  }

  /** What the names of a family are for; no name serves two purposes. */
  public enum Use {
    /** What judges single names, and windows of names, learns from them. */
    NAMES,
    /**
     * What judges a client's batch learns from them, so that it never sees a name known by heart.
     */
    CLIENTS,
    /** Choices are made by them: features, sizes, thresholds. */
    VALIDATION,
    /** Nothing is learnt from them and nothing chosen by them: they measure. */
    WITHHELD
  }

  /** A family whose names have nothing to do with each other. */
  static NameFamily of(String id, Origin origin, Use use, Function<Random, String> names) {
    return new NameFamily(id, origin, use, random -> names);
  }

  /** A name of its own. */
  public String next(Random random) {
    return session(random).apply(random);
  }

  /** The names of one program at work. */
  public Function<Random, String> session(Random random) {
    return sessions.apply(random);
  }
}
