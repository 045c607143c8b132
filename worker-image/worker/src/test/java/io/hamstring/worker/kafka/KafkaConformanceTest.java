package io.hamstring.worker.kafka;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.recovery.conformance.Laboratory;
import io.hamstring.recovery.conformance.MembershipConformance;
import io.hamstring.recovery.conformance.OffsetsConformance;
import io.hamstring.recovery.conformance.TransactionConformance;
import io.hamstring.worker.TestKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the simulated cluster keeps, real ones keep too: the newest broker and the oldest that are
 * supported, under each protocol they know, behind the adapters of the worker.
 */
@ParameterizedClass
@EnumSource
class KafkaConformanceTest {

  /** A release with a protocol; one broker of a release at a time. */
  enum Kind {
    KAFKA_4_4_CONSUMER("4.4", new KafkaLaboratory.Group(GroupProtocol.CONSUMER, false, true)),
    KAFKA_4_4_CLASSIC("4.4", new KafkaLaboratory.Group(GroupProtocol.CLASSIC, false, false)),
    KAFKA_4_0_CONSUMER("4.0", new KafkaLaboratory.Group(GroupProtocol.CONSUMER, false, false)),
    KAFKA_4_0_CLASSIC("4.0", new KafkaLaboratory.Group(GroupProtocol.CLASSIC, false, false)),
    KAFKA_3_9_CLASSIC("3.9", new KafkaLaboratory.Group(GroupProtocol.CLASSIC, false, false));

    final String release;
    final KafkaLaboratory.Group group;

    Kind(String release, KafkaLaboratory.Group group) {
      this.release = release;
      this.group = group;
    }
  }

  private static final String NEWEST = "4.4";

  @TempDir static Path folder;
  private static TestKafka kafka;
  private static String running;

  @Parameter Kind kind;

  private Laboratory laboratory() throws Exception {
    if (!kind.release.equals(running)) {
      end();
      var broker = folder.resolve("broker-" + kind.release);
      kafka =
          kind.release.equals(NEWEST)
              ? TestKafka.start(broker)
              : TestKafka.start(broker, kind.release);
      running = kind.release;
    }
    return new KafkaLaboratory(kafka, kind.group, Files.createTempDirectory(folder, "pods"));
  }

  @AfterAll
  static void end() {
    if (kafka != null) {
      kafka.close();
      kafka = null;
      running = null;
    }
  }

  @Nested
  class Members extends MembershipConformance {
    @Override
    protected Laboratory laboratory() throws Exception {
      return KafkaConformanceTest.this.laboratory();
    }
  }

  @Nested
  class Offsets extends OffsetsConformance {
    @Override
    protected Laboratory laboratory() throws Exception {
      return KafkaConformanceTest.this.laboratory();
    }
  }

  @Nested
  class Transactions extends TransactionConformance {
    @Override
    protected Laboratory laboratory() throws Exception {
      return KafkaConformanceTest.this.laboratory();
    }
  }
}
