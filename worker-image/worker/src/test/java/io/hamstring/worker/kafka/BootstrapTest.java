package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.worker.SharedKafka;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.boot.BootCount;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Names of brokers that do not resolve. */
@ExtendWith(SharedKafka.class)
class BootstrapTest {

  private static final String NOBODY = "no-such-host.invalid:9092";

  @TempDir Path folder;
  private final TestKafka kafka;

  BootstrapTest(TestKafka kafka) {
    this.kafka = kafka;
  }

  @Test
  void oneNameThatResolvesIsEnough() throws Exception {
    var cluster = cluster(NOBODY + "," + kafka.broker().bootstrapServers());

    cluster.openOutput().close(Duration.ofSeconds(5));
    cluster.openInput(new Nobody()).close(Duration.ofSeconds(5));
  }

  @Test
  void withoutOneItIsAnOutageAndNoSettingToCorrect() throws Exception {
    var cluster = cluster(NOBODY);

    var output = catchThrowableOfType(FailedCall.class, cluster::openOutput);
    var input = catchThrowableOfType(FailedCall.class, () -> cluster.openInput(new Nobody()));

    assertThat(output.kind()).isEqualTo(FailureKind.TRANSPORT_LOST);
    assertThat(input.kind()).isEqualTo(FailureKind.TRANSPORT_LOST);
    assertThat(output.getMessage()).contains("bootstrap");
  }

  private KafkaCluster cluster(String servers) throws IOException {
    var settings = TestSettings.reading(servers, GroupProtocol.CONSUMER, kafka.topic(1)).settings();
    var boots = BootCount.raise(folder, Instant.EPOCH);
    return new KafkaCluster(
        settings,
        TestSettings.incarnation("w-0").at(boots.boot()),
        boots,
        new SimpleMeterRegistry());
  }

  private static final class Nobody implements AssignmentListener {

    @Override
    public void assigned(Set<Partition> added) {}

    @Override
    public void revoked(Set<Partition> taken) {}

    @Override
    public void lost(Set<Partition> gone) {}
  }
}
