package io.hamstring.worker.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes that a worker loads between the word to join and its first commits. A standby loads
 * them while it waits. The list was taken from a worker's own log of loaded classes; one that a
 * newer client does not have is left out.
 */
final class JoinClasses {

  private static final Logger LOG = LoggerFactory.getLogger(JoinClasses.class);
  private static final String LIST = "join.classes";

  private JoinClasses() {}

  static List<String> names() {
    try (var list = JoinClasses.class.getResourceAsStream(LIST)) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the list of classes is a part of the worker", unreadable);
    }
  }

  static void load() {
    for (var name : names()) {
      try {
        Class.forName(name, true, JoinClasses.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError other) {
        LOG.debug("not loaded ahead: {}", name, other);
      }
    }
  }
}
