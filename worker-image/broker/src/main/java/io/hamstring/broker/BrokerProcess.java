package io.hamstring.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A real Kafka broker that is also a controller, in a JVM of its own on free loopback ports: alone,
 * or a node of a {@link BrokerCluster}. It keeps its ports and its data over stops and kills, and
 * dies with this JVM however that ends. Topics are not created by being used. Confined to one
 * thread at a time.
 */
public final class BrokerProcess implements AutoCloseable {

  // A start took 2 to 9 s on two loaded cores; a stop about 2 s.
  private static final Duration START_BOUND = Duration.ofSeconds(90);
  private static final Duration STOP_BOUND = Duration.ofSeconds(20);
  private static final Duration KILL_BOUND = Duration.ofSeconds(10);
  private static final int LOG_LINES = 25;

  private final BrokerOptions options;
  private final BrokerNodes nodes;
  private final int id;
  private ChildProcess process;

  BrokerProcess(BrokerOptions options, BrokerNodes nodes, int id) {
    this.options = options;
    this.nodes = nodes;
    this.id = id;
  }

  /** Starts a broker and waits until it answers. */
  public static BrokerProcess start(BrokerOptions options) {
    return BrokerCluster.start(options, 1).node(1);
  }

  /** What clients need as {@code bootstrap.servers}; the same over all starts of this broker. */
  public String bootstrapServers() {
    return BrokerNodes.HOST + ":" + nodes.of(id).clients();
  }

  /**
   * What a client needs that may do everything without saying who it is: the same as {@link
   * #bootstrapServers()} for a broker without {@link BrokerSecurity}, another listener with it.
   */
  public String internalServers() {
    return options.security().isOn()
        ? BrokerNodes.HOST + ":" + nodes.of(id).internal()
        : bootstrapServers();
  }

  /** Its node id. */
  public int id() {
    return id;
  }

  /** The file that the broker's own log goes to. */
  public Path log() {
    return options.folder().resolve("broker.log");
  }

  /** The id of its process; another one after each start. */
  public long pid() {
    return process.pid();
  }

  /** Whether its process lives; a paused one does. */
  public boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Starts it again on the same port with the same data; nothing if it runs. */
  public void start() {
    if (!isRunning()) {
      launch();
      awaitReady();
    }
  }

  /** Ends it in good order (SIGTERM), by force if that takes longer than 20 s. */
  public void stop() {
    if (!isRunning()) {
      return;
    }
    process.resume();
    process.terminate();
    if (!process.waitFor(STOP_BOUND)) {
      kill();
    }
  }

  /** Ends it without warning (SIGKILL). */
  public void kill() {
    if (isRunning()) {
      process.kill();
      process.waitFor(KILL_BOUND);
    }
  }

  /** Freezes it (SIGSTOP): connections stay open, nothing is answered. */
  public void pause() {
    process.pause();
  }

  /** Lets a frozen broker go on (SIGCONT). */
  public void resume() {
    process.resume();
  }

  /** Ends it without regard for its data, which stay where they are. */
  @Override
  public void close() {
    kill();
  }

  /** Starts its process, and does not wait: it is ready only when most of its cluster is. */
  void launch() {
    var settings = options.folder().resolve("server.properties");
    try {
      Files.createDirectories(options.folder());
      try (var out = Files.newOutputStream(settings)) {
        BrokerProperties.of(nodes, id, options).store(out, null);
      }
      process =
          ChildProcess.start(
              new ProcessBuilder(command(settings))
                  .redirectError(ProcessBuilder.Redirect.appendTo(log().toFile())));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start a broker in " + options.folder(), e);
    }
  }

  private List<String> command(Path settings) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options.jvmOptions());
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    command.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");
    command.add("-cp");
    command.add(BrokerClassPath.with(options.kafka()));
    command.add(BrokerMain.class.getName());
    command.add(settings.toString());
    return command;
  }

  /** Waits until it answers. */
  void awaitReady() {
    var reader =
        new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8));
    try {
      var line =
          CompletableFuture.supplyAsync(() -> firstLine(reader))
              .get(START_BOUND.toMillis(), TimeUnit.MILLISECONDS);
      if (!BrokerMain.READY.equals(line)) {
        throw failed("ended before it answered");
      }
    } catch (TimeoutException e) {
      throw failed("did not answer within " + START_BOUND.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw failed("broke off: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("was not waited for");
    }
  }

  // Kafka's own code may print before standard output is redirected; only our line counts.
  private static String firstLine(BufferedReader reader) {
    try {
      String line;
      do {
        line = reader.readLine();
      } while (line != null && !line.equals(BrokerMain.READY));
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private IllegalStateException failed(String what) {
    close();
    var lines = logLines();
    return new IllegalStateException(
        "the broker on "
            + bootstrapServers()
            + " "
            + what
            + "; the end of "
            + log()
            + ":\n"
            + String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size())));
  }

  private List<String> logLines() {
    try {
      return Files.readAllLines(log());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log(), e);
    }
  }
}
