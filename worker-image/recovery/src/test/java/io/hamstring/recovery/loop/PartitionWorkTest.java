package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.simulation.SimulatedRecord;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionWorkTest {

  private final PartitionWork work =
      new PartitionWork(
          new Partition("in", 0), 1, null, new Isolation(3, 8), new Suspicion("pod_1", 3));

  @Test
  void theMarkIsCommittedWhileTheFirstRecordsAreFetched() {
    work.resolved(Position.at(7), Mark.NONE, true);

    assertThat(work.waitsForMark()).isTrue();
    var mark = work.loosePosition().orElseThrow();
    assertThat(mark.position()).isEqualTo(Position.at(7));
    assertThat(Mark.parse(mark.metadata()).starts()).isEqualTo(1);

    work.moved(mark);
    assertThat(work.waitsForMark()).isFalse();
    assertThat(work.loosePosition()).isEmpty();
  }

  @Test
  void aPartitionWithoutRecordsIsNotMarked() {
    work.resolved(Position.at(7), Mark.NONE, false);

    assertThat(work.waitsForMark()).isFalse();
    assertThat(work.loosePosition()).isEmpty();
  }

  @Test
  void aHeldPartitionGoesOnWithTheGoodRecordsThatCameBack() {
    work.resolved(Position.at(0), Mark.NONE, true);
    work.moved(work.loosePosition().orElseThrow());
    var good = new SimulatedRecord(work.partition, 0, new byte[0]);
    var bad = new SimulatedRecord(work.partition, 1, new byte[0]);
    work.enqueue(List.of(good, bad), 0);
    var item = work.cut(1, 0);
    work.finished(null);
    work.cut(1, 0);
    work.again();
    work.hold();

    work.dropped(List.of());
    assertThat(work.isDue(1, Duration.ZERO, true, 0)).as("nothing good came back").isFalse();
    work.dropped(List.of(item));

    assertThat(work.isDue(1, Duration.ZERO, true, 0)).isTrue();
    assertThat(work.cut(2, 0).batch().records()).isEqualTo(List.of(good, bad));
  }

  @Test
  void whatWasNoRecordAfterAllClearsTheMark() {
    work.resolved(Position.at(7), Mark.NONE, true);
    work.moved(work.loosePosition().orElseThrow());

    work.moveTo(Position.at(9));

    var passed = work.loosePosition().orElseThrow();
    assertThat(passed).isEqualTo(new Committed(Position.at(9), Mark.NONE.encoded()));
  }
}
