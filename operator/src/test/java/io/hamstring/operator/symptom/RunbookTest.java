package io.hamstring.operator.symptom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunbookTest {

  private static final Path RUNBOOK =
      Path.of(System.getProperty("basedir", ".")).resolve("docs").resolve("conditions.md");

  @Test
  void everyConditionHasAParagraphThatSaysWhatToDo() throws IOException {
    var text = Files.readString(RUNBOOK);

    assertThat(
            Stream.concat(
                Stream.of("Ready", "Progressing", "SpecValid"),
                Arrays.stream(SymptomType.values()).map(SymptomType::id)))
        .allSatisfy(
            id -> assertThat(text).containsPattern("(?m)^### " + id + "\\R(?!#|\\s*\\R).{40}"));
  }
}
