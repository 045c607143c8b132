package io.hamstring.samples.scenario;

import io.hamstring.operator.symptom.Tempo;
import io.hamstring.samples.runtime.LocalCluster;
import io.hamstring.samples.runtime.Session;
import io.hamstring.samples.runtime.WorkerProgram;
import io.hamstring.worker.WorkerMain;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * A local cluster whose workers can do what {@link ToldProcessor} does, and a client of its Kafka.
 */
record Scene(LocalCluster cluster, Admin admin) implements AutoCloseable {

  /** Starts one whose operator looks each second and believes its eyes so much faster. */
  static Scene start(Path folder, Tempo tempo) throws IOException {
    var samples = Session.samplesFolder();
    var command =
        WorkerProgram.command(
            samples,
            WorkerMain.class.getName(),
            List.of(samples.resolve("target").resolve("test-classes")));
    var cluster =
        LocalCluster.start(
            folder,
            command,
            pods -> pods,
            operator -> operator.sweepingEvery(Duration.ofSeconds(1)).believing(tempo));
    return new Scene(
        cluster, Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers())));
  }

  Stage stage(String name) {
    return new Stage(cluster, admin, name);
  }

  @Override
  public void close() {
    admin.close();
    cluster.close();
  }
}
