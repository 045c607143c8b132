package io.hamstring.worker.stage.detector.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * Words that names are made of.
 *
 * @param entries at least one
 */
record Vocabulary(List<String> entries) {

  /** Common English words. */
  static final Vocabulary WORDS = resource("words.txt");

  /** Second-level labels of well-known sites. */
  static final Vocabulary SITES = resource("sites.txt");

  /** Places and family names, which the training families do not use. */
  static final Vocabulary PLACES = resource("places.txt");

  Vocabulary {
    entries = List.copyOf(entries);
  }

  static Vocabulary of(String entries) {
    return new Vocabulary(List.of(entries.split(" ")));
  }

  String next(Random random) {
    return entries.get(random.nextInt(entries.size()));
  }

  private static Vocabulary resource(String name) {
    try (var stream = Vocabulary.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(name + " is not on the class path: the jar is broken");
      }
      var text = new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
      return new Vocabulary(text.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read from the class path", e);
    }
  }
}
