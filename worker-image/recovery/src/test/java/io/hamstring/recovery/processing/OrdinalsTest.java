package io.hamstring.recovery.processing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OrdinalsTest {

  private final List<OutputRecord> outputs = new ArrayList<>();
  private final Ordinals ordinals = new Ordinals(outputs);

  @Test
  void countsTheOutputsOfEachRecord() {
    assertThat(next(5)).isZero();
    assertThat(next(5)).isEqualTo(1);
    assertThat(next(6)).isZero();
    assertThat(next(5)).isEqualTo(2);
  }

  @Test
  void recordsMayComeInAnyOrder() {
    assertThat(next(9)).isZero();
    assertThat(next(3)).isZero();
    assertThat(next(6)).isZero();
    assertThat(next(3)).isEqualTo(1);
    assertThat(next(9)).isEqualTo(1);
    assertThat(next(6)).isEqualTo(1);
  }

  @Test
  void anOutputOfSeveralRecordsIsNewToAllOfThem() {
    next(1);
    next(1);
    assertThat(next(1, 2)).isEqualTo(2);
    assertThat(next(2)).isEqualTo(3);
    assertThat(next(1)).isEqualTo(3);
  }

  @Test
  void aBatchMayBeOfAnySize() {
    LongStream.range(0, 1_000).forEach(offset -> assertThat(next(2 * offset)).isZero());
    LongStream.range(0, 1_000).forEach(offset -> assertThat(next(2 * offset + 1)).isZero());
    LongStream.range(0, 2_000).forEach(offset -> assertThat(next(offset)).isEqualTo(1));
  }

  @Test
  void whatWasCountedInOrderStandsWhenTheOrderEnds() {
    next(1);
    next(1);
    next(2);
    assertThat(next(2, 3)).isEqualTo(1);
    assertThat(next(1)).isEqualTo(2);
    assertThat(next(3)).isEqualTo(2);
    assertThat(next(2)).isEqualTo(2);
  }

  @Test
  void aBatchMayBeginWithAnOutputOfSeveralRecords() {
    assertThat(next(1, 2)).isZero();
    assertThat(next(2)).isEqualTo(1);
    assertThat(next(1)).isEqualTo(1);
  }

  private int next(long... offsets) {
    List<At> sources = LongStream.of(offsets).mapToObj(At::new).toList();
    int ordinal = sources.size() == 1 ? ordinals.next(sources.get(0)) : ordinals.next(sources);
    outputs.add(
        new OutputRecord(
            "out", null, null, List.of(), sources, ordinal, OutputRecord.NO_LOOK_BACK));
    return ordinal;
  }

  private record At(long offset) implements InputRecord {

    @Override
    public Partition partition() {
      return new Partition("topic", 0);
    }

    @Override
    public long timestamp() {
      return 0;
    }

    @Override
    public byte[] key() {
      return null;
    }

    @Override
    public byte[] value() {
      return new byte[0];
    }

    @Override
    public List<RecordHeader> headers() {
      return List.of();
    }

    @Override
    public byte[] header(String name) {
      return null;
    }

    @Override
    public int size() {
      return 0;
    }
  }
}
