package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.boot.BootCount;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewIdsTest {

  private static final Incarnation FIRST = TestSettings.incarnation("w-0").at(1);

  @TempDir Path folder;
  private final List<Incarnation> told = new ArrayList<>();

  @Test
  void aWorkerGoesOnAsAnotherIncarnationWhichIsCountedAndTold() throws IOException {
    var boots = BootCount.raise(folder, Instant.EPOCH);

    assertThat(cluster(boots).takeNewIds()).contains(FIRST.at(2));
    assertThat(told).containsExactly(FIRST.at(2));
    assertThat(BootCount.raise(folder, Instant.EPOCH).boot()).isEqualTo(3);
  }

  @Test
  void withoutANoteOfItTheWorkerKeepsItsIds() throws IOException {
    var state = folder.resolve("state");
    var boots = BootCount.raise(state, Instant.EPOCH);
    Files.move(state, folder.resolve("gone"));

    assertThat(cluster(boots).takeNewIds()).isEmpty();
    assertThat(told).isEmpty();
    assertThat(boots.boot()).isEqualTo(1);
  }

  private KafkaCluster cluster(BootCount boots) {
    return new KafkaCluster(
        TestSettings.reading("127.0.0.1:1", GroupProtocol.CONSUMER, "in").settings(),
        FIRST,
        boots,
        new SecretFiles(folder),
        new SimpleMeterRegistry(),
        told::add);
  }
}
