package io.hamstring.samples.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What stands for the worker's image on this machine: a JVM with the worker's own class path. */
public final class WorkerProgram {

  private static final String MAIN = "io.hamstring.worker.WorkerMain";
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xms32m",
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-Xshare:auto");

  private WorkerProgram() {}

  /**
   * The command that starts a worker.
   *
   * @param samples the folder of this module; the build has left the worker's class path beside it
   */
  static List<String> command(Path samples) throws IOException {
    return command(samples, MAIN, List.of());
  }

  /**
   * The command that starts another program on a worker's class path.
   *
   * @param samples the folder of this module; the build has left the worker's class path beside it
   * @param main its class
   * @param more what it needs beside a worker's own class path
   */
  public static List<String> command(Path samples, String main, List<Path> more)
      throws IOException {
    var target = samples.resolveSibling("worker-image").resolve("worker").resolve("target");
    var list = target.resolve("worker-classpath.txt");
    if (!Files.isReadable(list)) {
      throw new IOException(list + " is missing; build with samples/run-local.sh");
    }
    var classPath =
        new StringBuilder(target.resolve("classes").toString())
            .append(File.pathSeparator)
            .append(Files.readString(list).strip());
    more.forEach(path -> classPath.append(File.pathSeparator).append(path));
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.addAll(List.of("-cp", classPath.toString(), main));
    return List.copyOf(command);
  }
}
