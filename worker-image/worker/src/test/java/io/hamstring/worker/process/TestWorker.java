package io.hamstring.worker.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.broker.ChildProcess;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.ConfigDocument;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.worker.WorkerMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A worker's container: the real process, in a folder that lasts from start to start. */
public final class TestWorker implements AutoCloseable {

  private static final List<String> QUICK_TO_START =
      List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private final String pod;
  private final Path folder;
  private final int port;
  private final Map<String, String> variables = new TreeMap<>();
  private List<String> jvmOptions = QUICK_TO_START;
  private ChildProcess process;

  private TestWorker(String pod, Path folder, int port) {
    this.pod = pod;
    this.folder = folder;
    this.port = port;
  }

  /** A pod that is not started. */
  public static TestWorker of(String pod, Path parent, WorkerSettings settings) throws IOException {
    var worker = TestWorker.withConfig(pod, parent, "{}");
    // JSON is YAML.
    Files.writeString(worker.config(), JSON.writeValueAsString(ConfigDocument.of(settings)));
    return worker;
  }

  static TestWorker withConfig(String pod, Path parent, String config) throws IOException {
    var folder = Files.createDirectories(parent.resolve(pod));
    var worker = new TestWorker(pod, folder, freePort());
    Files.writeString(worker.config(), config);
    return worker;
  }

  public TestWorker with(String variable, String value) {
    variables.put(variable, value);
    return this;
  }

  public TestWorker withJvm(List<String> options) {
    jvmOptions = List.copyOf(options);
    return this;
  }

  public TestWorker start(String... arguments) throws IOException {
    return start(WorkerMain.class, arguments);
  }

  public TestWorker start(Class<?> main, String... arguments) throws IOException {
    process = ChildProcess.start(builder(main, arguments));
    return this;
  }

  /** The command with its environment; its output goes to the log. */
  ProcessBuilder builder(Class<?> main, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-Dlogback.configurationFile=logback.xml");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    var environment = builder.environment();
    environment.put(WorkerPod.CONFIG, config().toString());
    environment.put(WorkerPod.STATE_DIR, folder.resolve("state").toString());
    environment.put(WorkerPod.TERMINATION_LOG, folder.resolve("termination").toString());
    environment.put(WorkerPod.POD_NAME, pod);
    environment.put(WorkerPod.POD_IP, "127.0.0.1");
    environment.put(WorkerPod.HTTP_PORT, String.valueOf(port));
    environment.put("HAMSTRING_EXIT_ON_STDIN_EOF", "true");
    environment.putAll(variables);
    return builder;
  }

  public ChildProcess process() {
    return process;
  }

  /** Waits for the end and answers its exit value. */
  public int exitValue() throws Exception {
    return process.ended().get(60, TimeUnit.SECONDS).exitValue();
  }

  /** The status of a path, or 0 when nobody answers. */
  public int status(String path) {
    try {
      return get(path).statusCode();
    } catch (IOException nobody) {
      return 0;
    }
  }

  public JsonNode report() throws IOException {
    return JSON.readTree(get("/report").body());
  }

  String metrics() throws IOException {
    return get("/metrics").body();
  }

  public String output() {
    return read(log());
  }

  public JsonNode terminationMessage() throws IOException {
    return JSON.readTree(read(folder.resolve("termination")));
  }

  @Override
  public void close() {
    if (process != null) {
      process.kill();
    }
  }

  /** What is answered to a body; {@code credentials} may be null. */
  HttpResponse<String> post(String path, String credentials, String body) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(5))
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (credentials != null) {
      request.header("Authorization", credentials);
    }
    return send(request.build());
  }

  private HttpResponse<String> get(String path) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(5))
            .build();
    return send(request);
  }

  private static HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private Path config() {
    return folder.resolve("config.yaml");
  }

  private Path log() {
    return folder.resolve("log");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
