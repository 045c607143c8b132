package io.hamstring.samples.drill.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplaysTest {

  @TempDir private Path folder;

  @Test
  void workOnARecordThatSomebodyWorkedOnBeforeIsCounted() throws IOException {
    var first = Files.writeString(folder.resolve("a"), "0 1\n0 2\n1 1\n0 2\n");
    var second = Files.writeString(folder.resolve("b"), "0 2\n0 3\n1 1");

    assertThat(Replays.in(List.of(first, second, folder.resolve("absent")))).isEqualTo(2);
  }
}
