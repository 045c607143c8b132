package io.hamstring.worker.kafka;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.recovery.conformance.Laboratory;
import io.hamstring.recovery.conformance.MembershipConformance;
import io.hamstring.worker.SharedKafka;
import io.hamstring.worker.TestKafka;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A user may choose an assignor that takes everything from everybody at each rebalance. */
@ExtendWith(SharedKafka.class)
class EagerConformanceTest extends MembershipConformance {

  @TempDir Path folder;
  private final TestKafka kafka;

  EagerConformanceTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  @Override
  protected Laboratory laboratory() {
    return new KafkaLaboratory(
        kafka, new KafkaLaboratory.Group(GroupProtocol.CLASSIC, true, false), folder);
  }
}
