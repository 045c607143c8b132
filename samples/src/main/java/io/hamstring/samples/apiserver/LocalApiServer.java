package io.hamstring.samples.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.hamstring.samples.runtime.threads.NamedThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;

/**
 * A Kubernetes API in this process, on a free loopback port, empty but for the namespaces {@code
 * default} and {@code kube-system}. Custom kinds are added by creating their
 * CustomResourceDefinition, through {@link #register} or any client. Each watch occupies a thread.
 */
public final class LocalApiServer implements AutoCloseable {

  private static final int SECRET_BYTES = 16;
  private static final int BACKLOG = 128;

  static {
    // Read once, when the JDK's server is first used. Without the first, each answer waits some
    // 40 ms for the client's acknowledgement; the second keeps idle connections for an hour.
    for (var setting :
        List.of("sun.net.httpserver.nodelay=true", "sun.net.httpserver.idleInterval=3600")) {
      var parts = setting.split("=");
      if (System.getProperty(parts[0]) == null) {
        System.setProperty(parts[0], parts[1]);
      }
    }
  }

  private final String secret = newSecret();
  private final Clock clock = Clock.systemUTC();
  private final ResourceTypes types = new ResourceTypes();
  private final ObjectStore store = new ObjectStore();
  private final LogStream logs = new LogStream(store);
  private final ObjectWrites writes;
  private final HttpServer server;
  private final ExecutorService threads;

  private LocalApiServer() throws IOException {
    var deletion = new Deletion(store, types, clock);
    writes = new ObjectWrites(store, types, deletion, clock, new SecureRandom());
    var requests = new ObjectRequests(store, writes, deletion, clock);
    threads = NamedThreads.asNeeded("api-server");
    server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), BACKLOG);
    server.createContext("/" + secret, new ApiHandler(types, store, requests, logs));
    server.setExecutor(threads);
  }

  /** Starts one. */
  public static LocalApiServer start() {
    try {
      var api = new LocalApiServer();
      api.createNamespace("default");
      api.createNamespace("kube-system");
      api.server.start();
      return api;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on a loopback port", e);
    }
  }

  /**
   * Where it answers. A secret is part of the path: whoever may create a Deployment here can run
   * programs as this user, and other users and web pages reach loopback too. (kubectl sends no
   * token without TLS.)
   */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + secret;
  }

  /** A client of it, with {@code default} as its namespace; the caller closes it. */
  public KubernetesClient client() {
    return new KubernetesClientBuilder().withConfig(config()).build();
  }

  /** What a client of it is built from. */
  public Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(url())
        .withNamespace("default")
        .withOnlyHttpWatches(true)
        .withTrustCerts(false)
        .build();
  }

  /** Writes a KUBECONFIG for it that only the user can read; answers {@code file}. */
  public Path kubeconfig(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, kubeconfig());
      file.toFile().setReadable(false, false);
      file.toFile().setReadable(true, true);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private String kubeconfig() {
    return """
        apiVersion: v1
        kind: Config
        clusters:
          - name: local
            cluster: {server: "%s"}
        users:
          - name: local
            user: {}
        contexts:
          - name: local
            context: {cluster: local, user: local, namespace: default}
        current-context: local
        """
        .formatted(url());
  }

  /** Creates the CustomResourceDefinition that {@code yaml} holds. */
  public void register(InputStream yaml) {
    try {
      create(BuiltInTypes.DEFINITIONS, Json.asObject(Json.readYaml(yaml.readAllBytes())));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the CustomResourceDefinition", e);
    }
  }

  /** Creates a namespace. */
  public void createNamespace(String name) {
    var namespace = Json.object();
    namespace.putObject("metadata").put("name", name);
    create(BuiltInTypes.NAMESPACES, namespace);
  }

  private void create(ResourceType type, ObjectNode object) {
    store.exclusively(
        () ->
            writes.create(
                new ApiPath(type, "", "", ""), object, new WriteOptions("local", false, false)));
  }

  /** Says where {@code kubectl logs} finds what containers printed. */
  public void logsFrom(LogSource source) {
    logs.from(source);
  }

  /**
   * Forgets all that was, as a cluster's storage does every few minutes: who watches from an
   * earlier version is told to list again.
   */
  public void compact() {
    store.compact();
  }

  /** Ends all watches and stops answering. */
  @Override
  public void close() {
    store.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private static String newSecret() {
    var bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
