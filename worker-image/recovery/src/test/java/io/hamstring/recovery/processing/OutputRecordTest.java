package io.hamstring.recovery.processing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.recovery.simulation.SimulatedRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputRecordTest {

  private static final Partition IN = new Partition("in", 0);
  private static final InputRecord FIRST = new SimulatedRecord(IN, 4, new byte[1]);
  private static final InputRecord SECOND = new SimulatedRecord(IN, 5, new byte[1]);
  private static final List<RecordHeader> SIGNED =
      List.of(new RecordHeader("name", new byte[] {1, 2}));

  @Test
  void oneSourceIsTheSameAsAListOfIt() {
    for (var output : List.of(record(List.of(FIRST)), record(FIRST))) {
      assertThat(output.source()).isSameAs(FIRST);
      assertThat(output.sources()).hasSize(1).allMatch(FIRST::equals);
      assertThat(output.lookBack()).isEmpty();
    }
  }

  @Test
  void ofSeveralSourcesAllAreKept() {
    var output = record(List.of(FIRST, SECOND));

    assertThat(output.source()).isSameAs(FIRST);
    assertThat(output.sources()).hasSize(2).last().isSameAs(SECOND);
  }

  @Test
  void withOtherHeadersAllElseStays() {
    var output =
        new OutputRecord(
            "out", new byte[3], new byte[4], List.of(), List.of(FIRST, SECOND), 2, new long[] {1});

    var signed = output.with(SIGNED);

    assertThat(signed.headers()).isEqualTo(SIGNED);
    assertThat(signed.size()).isEqualTo(output.size() + 6);
    assertThat(signed).usingRecursiveComparison().ignoringFields("headers").isEqualTo(output);
  }

  @Test
  void anOutputOfNothingIsRefused() {
    assertThatThrownBy(() -> record(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("out")
        .hasMessageContaining("source");
  }

  private static OutputRecord record(List<InputRecord> sources) {
    return new OutputRecord("out", null, null, List.of(), sources, 0, OutputRecord.NO_LOOK_BACK);
  }

  private static OutputRecord record(InputRecord source) {
    return new OutputRecord("out", null, null, List.of(), source, 0);
  }
}
