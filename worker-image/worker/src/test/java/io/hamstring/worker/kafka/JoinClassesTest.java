package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** A client upgrade that moves classes asks for a new list. */
class JoinClassesTest {

  @Test
  void everyListedClassIsThere() {
    var missing = new ArrayList<String>();
    for (var name : JoinClasses.names()) {
      try {
        Class.forName(name, false, JoinClasses.class.getClassLoader());
      } catch (ClassNotFoundException gone) {
        missing.add(name);
      }
    }

    assertThat(JoinClasses.names()).hasSizeGreaterThan(100).isSorted();
    assertThat(missing).isEmpty();
  }
}
