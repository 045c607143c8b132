package io.hamstring.broker.clickhouse;

import io.hamstring.broker.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A real ClickHouse server, that of Debian, on a free loopback port with a folder of its own. It
 * keeps port and data over stops and kills, and dies with this JVM however that ends. Confined to
 * one thread at a time.
 */
public final class ClickHouseServer implements AutoCloseable {

  /** Its only user. */
  public static final String USER = "default";

  private static final String PROGRAM = "clickhouse-server";
  private static final Duration START_BOUND = Duration.ofSeconds(60);
  private static final Duration STOP_BOUND = Duration.ofSeconds(20);
  private static final Duration ANSWER_BOUND = Duration.ofSeconds(20);

  // It does not read its standard input, so that something beside it has to see this JVM's end.
  private static final String WATCH = "read line || kill -KILL \"$0\"";

  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private final ClickHouseOptions options;
  private final int port;
  private final int securePort;
  private ChildProcess process;
  private Process watch;

  private ClickHouseServer(ClickHouseOptions options, int port, int securePort) {
    this.options = options;
    this.port = port;
    this.securePort = securePort;
  }

  /** Where the program is, if it is installed. */
  public static Optional<Path> program() {
    var path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(":")), Stream.of("/usr/sbin", "/usr/bin"))
        .map(folder -> Path.of(folder, PROGRAM))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts one and waits until it answers. */
  public static ClickHouseServer start(ClickHouseOptions options) {
    var server = new ClickHouseServer(options, freePort(), freePort());
    server.start();
    return server;
  }

  /** The address of its HTTP interface; the same over all its starts. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** The same with TLS, when it has certificates. */
  public URI secureUrl() {
    return URI.create("https://127.0.0.1:" + securePort);
  }

  /** Where its log is. */
  public Path log() {
    return options.folder().resolve("log");
  }

  /** Starts it again on the same ports with the same data; nothing if it runs. */
  public void start() {
    if (process != null && process.isAlive()) {
      return;
    }
    try {
      ClickHouseFiles.write(options, port, securePort);
      process =
          ChildProcess.start(
              new ProcessBuilder(
                      program().orElseThrow(() -> new IOException("no " + PROGRAM)).toString(),
                      "--config-file=" + options.folder().resolve("config.xml"))
                  .redirectErrorStream(true)
                  .redirectOutput(options.folder().resolve("output").toFile()));
      watch = new ProcessBuilder("sh", "-c", WATCH, Long.toString(process.pid())).start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start ClickHouse in " + options.folder(), e);
    }
    awaitReady();
  }

  /** Ends it in good order (SIGTERM), by force if that takes longer than 20 s. */
  public void stop() {
    process.resume();
    process.terminate();
    if (!process.waitFor(STOP_BOUND)) {
      process.kill();
      process.waitFor(STOP_BOUND);
    }
    endWatch();
  }

  /** Ends it without warning (SIGKILL). */
  public void kill() {
    process.kill();
    process.waitFor(STOP_BOUND);
    endWatch();
  }

  /** Freezes it (SIGSTOP): connections stay open, nothing is answered. */
  public void pause() {
    process.pause();
  }

  /** Lets a frozen server go on (SIGCONT). */
  public void resume() {
    process.resume();
  }

  /** The answer to a question, without the last line break. */
  public String ask(String sql) {
    var password = URLEncoder.encode(options.password(), StandardCharsets.UTF_8);
    var request =
        HttpRequest.newBuilder(URI.create(url() + "/?user=" + USER + "&password=" + password))
            .timeout(ANSWER_BOUND)
            .POST(HttpRequest.BodyPublishers.ofString(sql))
            .build();
    try {
      var answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(sql + ": " + answer.body());
      }
      return answer.body().strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The lines of an answer. */
  public List<String> lines(String sql) {
    return ask(sql).lines().toList();
  }

  @Override
  public void close() {
    if (process != null && process.isAlive()) {
      kill();
    }
  }

  private void awaitReady() {
    var end = Instant.now().plus(START_BOUND);
    while (!answersPing()) {
      if (!process.isAlive() || Instant.now().isAfter(end)) {
        close();
        throw new IllegalStateException("ClickHouse did not start, see " + options.folder());
      }
      process.waitFor(Duration.ofMillis(50));
    }
  }

  private boolean answersPing() {
    var request =
        HttpRequest.newBuilder(url().resolve("/ping")).timeout(Duration.ofSeconds(5)).build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void endWatch() {
    try (var pipe = watch.getOutputStream()) {
      pipe.write("over\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException alreadyGone) {
      watch.destroyForcibly();
    }
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port", e);
    }
  }
}
