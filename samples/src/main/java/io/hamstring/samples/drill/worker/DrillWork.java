package io.hamstring.samples.drill.worker;

import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.WorkerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The work of a drill's workers, as their stage's {@code config} says it.
 *
 * @param work what one record takes
 * @param folder where workers and the drill leave files for each other
 * @param pod whose worker this is
 */
public record DrillWork(Duration work, Path folder, String pod) {

  /** Names the worker that wrote an output: the name of its pod. */
  public static final String WORKER_HEADER = "drill-worker";

  private static final String WORK = "workMillis";
  private static final String FOLDER = "folder";

  /** A transaction in which a worker can be made to stand still. */
  public enum Stop {
    /** Its offsets are at the broker, its records are not. */
    BEFORE_RECORDS,
    /** Its offsets and records are at the broker, its commit is not. */
    BEFORE_COMMIT
  }

  /** Reads it in a worker's process. */
  static DrillWork of(WorkerSettings settings) {
    var config = settings.stage().config();
    return new DrillWork(
        Duration.ofMillis(Long.parseLong(config.get(WORK).toString())),
        Path.of(config.get(FOLDER).toString()),
        System.getenv(WorkerPod.POD_NAME));
  }

  /** The stage's {@code config} that says this to all its workers. */
  public static Map<String, Object> config(Duration work, Path folder) {
    return Map.of(WORK, work.toMillis(), FOLDER, folder.toString());
  }

  /** A line for each record that was worked on: partition, a space, offset. */
  public static Path log(Path folder, String pod) {
    return folder.resolve(pod + ".work");
  }

  /** Makes the worker stand still at its next transaction when it is there. */
  public static Path order(Path folder, String pod, Stop stop) {
    return folder.resolve(pod + "." + stop);
  }

  /** Is there when the worker stands still. */
  public static Path stands(Path folder, String pod) {
    return folder.resolve(pod + ".stands");
  }
}
