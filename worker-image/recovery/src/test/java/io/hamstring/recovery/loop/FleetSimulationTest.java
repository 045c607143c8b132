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
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs whole fleets against {@link SimulatedKafka}, whose invariants are checked at every commit. A
 * run is a function of its seed: to debug a failure, call {@link #everyRecordIsWorkedOnOnce} with
 * the protocol and the seed that the report names.
 */
class FleetSimulationTest {

  private static final int SEEDS = Integer.getInteger("hamstring.simulation.seeds", 170);
  private static final int PARTITIONS = 6;
  private static final int RECORDS_EACH = 120;
  private static final long DEADLY = 50;
  private static final int TROUBLED_STEPS = 3_000;

  static Stream<Arguments> seeds() {
    var protocol = System.getProperty("hamstring.simulation.protocol");
    var seed = Integer.getInteger("hamstring.simulation.seed");
    return Stream.of(Protocol.values())
        .filter(each -> protocol == null || each.name().equals(protocol))
        .flatMap(
            each ->
                (seed == null ? IntStream.range(0, SEEDS) : IntStream.of(seed))
                    .mapToObj(number -> Arguments.of(each, number)));
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("seeds")
  void everyRecordIsWorkedOnOnce(Protocol protocol, long seed) {
    var kafka =
        SimulatedKafka.filled(seed, protocol, PARTITIONS, RECORDS_EACH, new Faults(150, 40, 300));
    kafka.refusing(FleetSimulationTest::isTooLarge);
    var fleet = new Fleet(kafka, 3, new Troubled(kafka));

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
    var source = record.sources().get(0);
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
    private final SimulatedKafka kafka;
    private final Set<String> unlucky = new HashSet<>();

    Troubled(SimulatedKafka kafka) {
      this.kafka = kafka;
    }

    @Override
    public int lookBack() {
      return LOOK_BACK;
    }

    @Override
    public Result<Long> process(Batch batch, Long state) {
      var result = new Result.Builder();
      var before = state;
      // Somebody else has dealt with this batch since it was cut; nothing of it will be committed.
      boolean superseded =
          batch.records().stream()
              .anyMatch(record -> kafka.isDeadLettered(record.partition(), record.offset()));
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
        if (!superseded) {
          checkState(record, before);
        }
        before = record.offset();
        result.output("out", null, record.value(), record);
      }
      return result.build(before);
    }

    private void checkState(InputRecord record, Long state) {
      long previous = record.offset() - 1;
      boolean gaveUp = false;
      while (previous >= 0 && isPassedOver(record, previous, state)) {
        gaveUp |= !kafka.isGap(record.partition(), previous);
        previous--;
      }
      boolean right =
          state == null
              ? previous < 0
                  || gaveUp
                  || record.offset() - previous > LOOK_BACK
                  || wasReplayed(record)
              : state == previous;
      if (!right) {
        throw new SimulationFailed("state " + state + " at " + record.id());
      }
    }

    // What is refused at the commit counts until it is given up, which may be under way.
    private boolean isPassedOver(InputRecord record, long offset, Long state) {
      boolean refused = isTooLarge(offset) && (state == null || state != offset);
      return refused || !isGood(record, offset);
    }

    // Also an innocent record is given up if its worker is killed each time while it is tried
    // alone.
    private boolean isGood(InputRecord record, long offset) {
      return !isPoison(offset)
          && !kafka.isGap(record.partition(), offset)
          && !kafka.isDeadLettered(record.partition(), offset);
    }

    // A look-back begins without a state wherever it begins.
    private boolean wasReplayed(InputRecord record) {
      return record.offset() < kafka.committed(record.partition());
    }

    private static boolean isPoison(long offset) {
      return offset % 37 == 5;
    }

    private static boolean isDeadly(InputRecord record) {
      return record.offset() == DEADLY && record.partition().number() < 2;
    }
  }
}
