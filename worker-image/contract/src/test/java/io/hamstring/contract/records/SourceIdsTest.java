package io.hamstring.contract.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceIdsTest {

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      textBlock =
          """
          5,           pipeline-x-3-5/0
          5 6,         pipeline-x-3-5..6/0
          5 7,         'pipeline-x-3-5,7/0'
          5 6 7 9 12,  'pipeline-x-3-5..7,9,12/0'
          0 1 3 4,     'pipeline-x-3-0..1,3..4/0'
          9223372036854775806 9223372036854775807, pipeline-x-3-9223372036854775806..9223372036854775807/0
          """)
  void offsetsInARowAreARange(String offsets, String encoded) {
    var list = List.of(offsets.split(" ")).stream().map(Long::valueOf).toList();

    var ids = new SourceIds("pipeline-x", 3, list, 0);

    assertThat(ids.encoded()).isEqualTo(encoded);
    assertThat(SourceIds.parse(encoded)).isEqualTo(ids);
  }

  /** The topic may hold whatever Kafka allows, also what looks like the rest of an id. */
  @ParameterizedTest(name = "''{0}''")
  @ValueSource(
      strings = {
        "t",
        "-",
        "a-1-2",
        "1",
        "2024-11-3",
        "a..b",
        "a.b_c-D",
        "...",
        "topic-0-5..9",
        "-5-"
      })
  void theTopicIsReadBackWhateverItIsCalled(String topic) {
    for (int partition : new int[] {0, 7, 123}) {
      for (var offsets : List.of(List.of(0L), List.of(4L, 5L, 8L))) {
        var ids = new SourceIds(topic, partition, offsets, 12);

        assertThat(SourceIds.parse(ids.encoded())).isEqualTo(ids);
      }
    }
  }

  @Test
  void anySetOfOffsetsIsReadBack() {
    var random = new Random(11);
    for (int i = 0; i < 500; i++) {
      var offsets = new TreeSet<Long>();
      long start = random.nextLong(1L << random.nextInt(1, 62));
      int size = random.nextInt(1, 60);
      while (offsets.size() < size) {
        offsets.add(start + random.nextInt(90));
      }
      var ids = new SourceIds("pipeline-x.y_z-1", random.nextInt(50), List.copyOf(offsets), i);

      assertThat(SourceIds.parse(ids.encoded())).isEqualTo(ids);
    }
  }

  @Test
  void eachSourceHasTheIdOfItsRecord() {
    var ids = SourceIds.parse("pipeline-x-3-5..6,9/2");

    assertThat(ids.recordIds())
        .containsExactly("pipeline-x-3-5", "pipeline-x-3-6", "pipeline-x-3-9");
    assertThat(ids.ordinal()).isEqualTo(2);
    assertThat(SourceIds.recordId("pipeline-x", 3, 5)).isEqualTo("pipeline-x-3-5");
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(
      strings = {
        "",
        "/",
        "5",
        "/0",
        "x/0",
        "x-3/0",
        "x-3-5",
        "x-3-5/",
        "x-3-5/a",
        "x-3-5/-1",
        "x-3-/0",
        "x--5/0",
        "-3-5/0",
        "x-a-5/0",
        "x-3-a/0",
        "x-3-5..a/0",
        "x-3-5../0",
        "x-3-..5/0",
        "x-3-1..2..3/0",
        "x-3-9..5/0",
        "x-3-5..5/0",
        "x-3-5,/0",
        "x-3-,5/0",
        "x-3-5,4/0",
        "x-3-5,5/0",
        "x-3-+5/0",
        "x-+3-5/0",
        "x-3-05/0",
        "x-3-5/+0",
        "x-3-5,6/0",
        "x-3-99999999999999999999/0",
        "x-3-0..9223372036854775807/0",
        "x-3-9223372036854775800..9223372036854775808/0"
      })
  void anotherFormIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SourceIds.parse(text))
        .withMessage("'" + text + "' names no source records");
  }

  @Test
  void sourcesAscendAndAreAtLeastOne() {
    for (var offsets : List.of(List.<Long>of(), List.of(5L, 4L), List.of(5L, 5L), List.of(-1L))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new SourceIds("x", 0, offsets, 0))
          .withMessageContaining(offsets.toString());
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new SourceIds("x", -1, List.of(0L), 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new SourceIds("x", 0, List.of(0L), -1));
  }

  /** The hot path encodes without boxing; both ways say the same. */
  @Test
  void bothEncodersAgree() {
    assertThat(SourceIds.encoded("x", 1, new long[] {3, 4, 9}, 2))
        .isEqualTo(new SourceIds("x", 1, List.of(3L, 4L, 9L), 2).encoded())
        .isEqualTo("x-1-3..4,9/2");
  }
}
