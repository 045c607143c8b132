package io.hamstring.samples.scale;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A main of these tests in a JVM of its own, that is spoken to in lines. */
final class ScaleProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;

  ScaleProcess(Path log, String heap, Class<?> main, String argument) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Dlogback.configurationFile=logback-scale.xml",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                argument)
            .redirectError(log.toFile())
            .start();
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The next line that it says. */
  String line() throws IOException {
    var line = output.readLine();
    if (line == null) {
      throw new IOException("the process ended with " + process.info());
    }
    return line;
  }

  void say(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
