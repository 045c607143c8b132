package io.hamstring.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildProcessTest {

  private static final Duration BOUND = Duration.ofSeconds(30);

  @ParameterizedTest
  @ValueSource(strings = {"INT", "HUP"})
  void aKeyPressAtTheTerminalDoesNotEndAChild(String signal) throws Exception {
    // The child signals itself: only when it has survived that does it answer.
    var child = shell("kill -" + signal + " $$; echo alive; read line");

    assertThat(child.output().readNBytes(5)).asString().isEqualTo("alive");
    assertThat(child.isAlive()).isTrue();

    child.kill();
    assertThat(child.waitFor(BOUND)).isTrue();
  }

  @Test
  void aChildIsStillToldToEnd() throws IOException {
    var child = shell("echo alive; read line");
    assertThat(child.output().readNBytes(5)).asString().isEqualTo("alive");

    child.terminate();

    assertThat(child.waitFor(BOUND)).isTrue();
    assertThat(child.exitValue()).hasValue(128 + 15);
  }

  private static ChildProcess shell(String script) throws IOException {
    return ChildProcess.start(new ProcessBuilder("sh", "-c", script));
  }
}
