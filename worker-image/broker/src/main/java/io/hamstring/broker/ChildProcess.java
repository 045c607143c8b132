package io.hamstring.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A process that this JVM started and that is ended only by its own handle. Its standard input is a
 * pipe that stays open for as long as this JVM lives; a child that reads it to the end and then
 * exits dies with this JVM, however that ends. Safe for use by several threads.
 */
public final class ChildProcess {

  // Reads a line when the pause is over, and end of file when this JVM is gone: a stopped process
  // could not see that for itself.
  private static final String PAUSE_WATCH = "read line || kill -KILL \"$0\"";

  // Ctrl-C and the closing of a terminal reach every process of its foreground group at once. A
  // child leaves them to its parent, which ends its children in their order; what is ignored stays
  // ignored over exec, and a JVM respects it.
  private static final List<String> IGNORING_THE_TERMINAL =
      List.of("sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh");

  private final Process process;
  private final AtomicReference<Process> pauseWatch = new AtomicReference<>();

  private ChildProcess(Process process) {
    this.process = process;
  }

  /** Starts {@code command} with its standard input connected to this JVM. */
  public static ChildProcess start(ProcessBuilder command) throws IOException {
    var whole = new ArrayList<>(IGNORING_THE_TERMINAL);
    whole.addAll(command.command());
    return new ChildProcess(
        command.command(whole).redirectInput(ProcessBuilder.Redirect.PIPE).start());
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it has not ended; a paused process has not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its exit value, when it has ended; 128 + n when signal n ended it. */
  public Optional<Integer> exitValue() {
    return process.isAlive() ? Optional.empty() : Optional.of(process.exitValue());
  }

  /** Completes when the process has ended. */
  public CompletableFuture<Process> ended() {
    return process.onExit();
  }

  /** Its standard output, unless that was redirected. */
  public InputStream output() {
    return process.getInputStream();
  }

  /** Sends SIGTERM; a paused process sees it when it is resumed. */
  public void terminate() {
    // Process.destroy() would close its standard input as well, and a child that ends with that
    // would never get to end in good order.
    process.toHandle().destroy();
  }

  /** Sends SIGKILL, which also ends a paused process. */
  public void kill() {
    process.destroyForcibly();
    releasePauseWatch();
  }

  /** Sends SIGSTOP. If this JVM dies meanwhile, the paused process is killed. */
  public void pause() {
    if (!process.isAlive() || pauseWatch.get() != null) {
      return;
    }
    var watch = shell(PAUSE_WATCH, Long.toString(pid()));
    if (pauseWatch.compareAndSet(null, watch)) {
      signal("STOP");
    } else {
      release(watch);
    }
  }

  /** Sends SIGCONT. */
  public void resume() {
    signal("CONT");
    releasePauseWatch();
  }

  /** Waits for its end; false when {@code bound} passed first. */
  public boolean waitFor(Duration bound) {
    try {
      return process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void signal(String name) {
    if (!process.isAlive()) {
      return;
    }
    try {
      shell("kill -" + name + " \"$0\"", Long.toString(pid())).waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Process shell(String script, String argument) {
    try {
      return new ProcessBuilder("sh", "-c", script, argument)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run sh to signal process " + argument, e);
    }
  }

  private void releasePauseWatch() {
    var watch = pauseWatch.getAndSet(null);
    if (watch != null) {
      release(watch);
    }
  }

  private static void release(Process watch) {
    try (var pipe = watch.getOutputStream()) {
      pipe.write("over\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException alreadyGone) {
      watch.destroyForcibly();
    }
  }
}
