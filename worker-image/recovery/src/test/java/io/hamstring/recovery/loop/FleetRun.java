package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.simulation.Protocol;
import io.hamstring.recovery.simulation.SimulatedKafka;
import io.hamstring.recovery.simulation.SimulatedKafka.Faults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * A fleet that meets with all kinds of trouble and then has its peace: a function of protocol and
 * seed. Fleets of odd seeds work on their loop threads; every other pair of seeds has workers that
 * wait to be told to join, and to leave.
 */
public final class FleetRun {

  private static final int PARTITIONS = 6;
  private static final int RECORDS_EACH = 120;
  private static final long DEADLY = 50;
  private static final int TROUBLED_STEPS = 3_000;

  private FleetRun() {}

  /**
   * Runs it.
   *
   * @throws AssertionError if a record was lost or doubled, or something else that must hold did
   *     not
   */
  public static void run(Protocol protocol, long seed) {
    var kafka =
        SimulatedKafka.filled(seed, protocol, PARTITIONS, RECORDS_EACH, new Faults(150, 40, 300));
    kafka.refusing(FleetRun::isTooLarge);
    var processor = new Troubled(kafka, seed % 2 == 1);
    kafka.checking(processor::checkState);
    var fleet = new Fleet(kafka, 3, processor, seed % 4 >= 2);

    for (int i = 0; i < TROUBLED_STEPS; i++) {
      fleet.step();
    }
    fleet.calm();
    fleet.runUntilNoLag(60_000);

    assertThat(kafka.lag()).as(() -> "lag left with " + fleet.states()).isZero();
    assertThat(kafka.missing()).isZero();
  }

  /** Whether what comes of the record there is too large for its topic. */
  private static boolean isTooLarge(long offset) {
    return offset % 41 == 7;
  }

  // Of some of these the dead letter is too large too, as a whole.
  private static boolean isTooLarge(OutputRecord record) {
    var source = record.source();
    boolean large = isTooLarge(source.offset()) && record.value() != null;
    return large
        && (!record.topic().equals(SimulatedKafka.DEAD_LETTERS)
            || source.partition().number() == 3);
  }

  /**
   * Copies each record. Some batches fail now and then, some records for ever, some take the
   * process with them. Its state is the offset of the record before, so that a state that runs
   * ahead of what is committed, or falls behind, shows at once.
   */
  private static final class Troubled implements StageProcessor<Long> {
    private static final int LOOK_BACK = 25;
    private static final String NONE = "none";
    private final SimulatedKafka kafka;
    private final boolean bounded;
    private final Set<String> unlucky = new HashSet<>();

    Troubled(SimulatedKafka kafka, boolean bounded) {
      this.kafka = kafka;
      this.bounded = bounded;
    }

    @Override
    public boolean isBounded() {
      return bounded;
    }

    @Override
    public int lookBack() {
      return LOOK_BACK;
    }

    @Override
    public Result<Long> process(Batch batch, Long state) {
      if (bounded) {
        // So that a turn is over in the middle of the work at times.
        kafka.pass(Duration.ofMillis(kafka.random().nextInt(5)));
      }
      var result = new Result.Builder();
      var before = state;
      for (var record : batch.records()) {
        if (isPoison(record.offset())) {
          throw new IllegalArgumentException("poison: " + record.id());
        }
        if (isDeadly(record)) {
          throw new SimulatedWorker.Died();
        }
        if (kafka.random().nextInt(100) == 0 && unlucky.add(record.id())) {
          throw new IllegalStateException("bad luck with " + record.id());
        }
        var key = before == null ? NONE : before.toString();
        result.output("out", key.getBytes(StandardCharsets.UTF_8), record.value(), record);
        before = record.offset();
      }
      return result.build(before);
    }

    /** Holds of every output that is committed: it was worked out from the state right before. */
    void checkState(OutputRecord output) {
      var record = output.source();
      long previous = record.offset() - 1;
      boolean gaveUp = false;
      while (previous >= 0 && !isGood(record, previous)) {
        gaveUp |= !kafka.isGap(record.partition(), previous);
        previous--;
      }
      var state = new String(output.key(), StandardCharsets.UTF_8);
      boolean fresh = previous < 0 || gaveUp || record.offset() - previous > LOOK_BACK;
      if (!state.equals(String.valueOf(previous)) && !(state.equals(NONE) && fresh)) {
        throw new SimulationFailed("state " + state + " at " + record.id());
      }
    }

    // Also an innocent record is given up if its worker is killed each time while it is tried
    // alone.
    private boolean isGood(InputRecord record, long offset) {
      return !isPoison(offset)
          && !isTooLarge(offset)
          && !kafka.isGap(record.partition(), offset)
          && !kafka.isDeadLettered(record.partition(), offset);
    }

    private static boolean isPoison(long offset) {
      return offset % 37 == 5;
    }

    private static boolean isDeadly(InputRecord record) {
      return record.offset() == DEADLY && record.partition().number() < 2;
    }
  }
}
