package io.hamstring.samples.runtime;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.broker.clickhouse.ClickHouseOptions;
import io.hamstring.broker.clickhouse.ClickHouseServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** A ClickHouse on this machine, and what stands in its tables. Confined to one thread. */
final class LocalSink implements AutoCloseable {

  static final String DATABASE = "hamstring";
  static final String SECRET = "local-clickhouse";

  /** Bigger than HAMSTRING's 50: the whole input comes at once. */
  static final int BATCH_SIZE = 1_000;

  private static final int PASSWORD_BYTES = 18;

  private final ClickHouseServer server;
  private final String password;

  private LocalSink(ClickHouseServer server, String password) {
    this.server = server;
    this.password = password;
  }

  /** Starts one in a folder of its own. */
  static LocalSink start(Path folder) {
    var bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    var password = Base64.getUrlEncoder().encodeToString(bytes);
    return new LocalSink(ClickHouseServer.start(ClickHouseOptions.in(folder, password)), password);
  }

  String url() {
    return server.url().toString();
  }

  /** Makes the Secret with its user and password. */
  void createSecret(KubernetesClient client, String namespace) {
    client
        .secrets()
        .inNamespace(namespace)
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(SECRET)
                .withNamespace(namespace)
                .endMetadata()
                .addToData("username", encoded(ClickHouseServer.USER))
                .addToData("password", encoded(password))
                .build())
        .create();
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Rows by table as they were written, repeated ones included; none while it cannot be asked. */
  Map<String, Long> rows() {
    var rows = new TreeMap<String, Long>();
    try {
      server
          .lines(
              "SELECT table, sum(rows) FROM system.parts WHERE active AND database = '"
                  + DATABASE
                  + "' AND table LIKE '%_rows' GROUP BY table")
          .forEach(line -> rows.put(line.split("\t")[0], Long.parseLong(line.split("\t")[1])));
    } catch (RuntimeException notNow) {
      rows.clear();
    }
    return rows;
  }

  /** Rows of a table as a reader sees them: each once. */
  long rowsFinal(String table) {
    return Long.parseLong(server.ask("SELECT count() FROM " + DATABASE + "." + table));
  }

  @Override
  public void close() {
    server.close();
  }
}
