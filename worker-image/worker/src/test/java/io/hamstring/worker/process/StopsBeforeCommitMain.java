package io.hamstring.worker.process;

import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.worker.config.ConfigFile;
import io.hamstring.worker.runtime.ParentWatch;
import io.hamstring.worker.runtime.PodEnvironment;
import io.hamstring.worker.runtime.WorkerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The real worker, except that its third transaction stands still for ever between the offsets and
 * the commit, and says so by a file: the place to kill it at.
 */
public final class StopsBeforeCommitMain {

  public static final String REACHED = "HAMSTRING_TEST_REACHED";

  private StopsBeforeCommitMain() {}

  public static void main(String[] arguments) {
    ParentWatch.over(System.in, () -> Runtime.getRuntime().halt(1));
    var variables = System.getenv();
    WorkerSettings settings =
        ConfigFile.load(ConfigFile.defaultPath(variables), variables).settings();
    var reached = Path.of(variables.get(REACHED));
    new WorkerProcess(
            settings,
            new PodEnvironment(variables),
            Clock.systemUTC(),
            cluster -> new StoppingCluster(cluster, reached))
        .run();
  }

  private record StoppingCluster(Cluster real, Path reached) implements Cluster {

    @Override
    public Input openInput(AssignmentListener listener) {
      return real.openInput(listener);
    }

    @Override
    public Output openOutput() {
      return new StoppingOutput(real.openOutput(), reached);
    }
  }

  private static final class StoppingOutput implements Output {

    private final Output real;
    private final Path reached;
    private int commits;

    StoppingOutput(Output real, Path reached) {
      this.real = real;
      this.reached = reached;
    }

    @Override
    public void begin() {
      real.begin();
    }

    @Override
    public void send(OutputRecord record) {
      real.send(record);
    }

    @Override
    public void sendOffsets(Map<Partition, Committed> offsets, Membership membership) {
      real.sendOffsets(offsets, membership);
    }

    @Override
    public void commit() {
      if (++commits < 3) {
        real.commit();
        return;
      }
      try {
        Files.writeString(reached, "between the offsets and the commit");
        new CountDownLatch(1).await();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void abort() {
      real.abort();
    }

    @Override
    public void close(Duration timeout) {
      real.close(timeout);
    }
  }
}
