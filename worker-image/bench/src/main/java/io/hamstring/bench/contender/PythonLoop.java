package io.hamstring.bench.contender;

import io.hamstring.bench.runtime.Running;
import io.hamstring.broker.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The loop that HAMSTRING does, with Debian's Python client where it is installed. */
public record PythonLoop(String name) implements Contender {

  private static final String PYTHON = "/usr/bin/python3";
  private static final String SCRIPT = "/transactional_loop.py";
  private static final Duration END_BOUND = Duration.ofSeconds(30);

  /** Whether the interpreter and its client are there. */
  public static boolean isInstalled() {
    try {
      return Files.isExecutable(Path.of(PYTHON))
          && new ProcessBuilder(List.of(PYTHON, "-c", "import confluent_kafka"))
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException none) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public Running start(Job job) {
    try (var script = PythonLoop.class.getResourceAsStream(SCRIPT)) {
      var file = job.folder().resolve("loop.py");
      Files.write(file, script.readAllBytes());
      var process =
          ChildProcess.start(
              new ProcessBuilder(
                      PYTHON,
                      file.toString(),
                      job.bootstrapServers(),
                      job.inputTopic(),
                      job.outputTopic(),
                      job.group())
                  .redirectError(job.folder().resolve("python.log").toFile()));
      return () -> {
        process.terminate();
        if (!process.waitFor(END_BOUND)) {
          process.kill();
        }
      };
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot start " + PYTHON, failure);
    }
  }

  @Override
  public boolean isHere() {
    return false;
  }
}
