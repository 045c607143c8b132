package io.hamstring.worker.stage.sink;

import io.hamstring.contract.settings.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;

/**
 * Where monitoring rows go, and in what portions.
 *
 * @param url of ClickHouse's HTTP interface
 * @param database where the tables are
 * @param usernameFile names a file in the secrets folder, or null for ClickHouse's default user
 * @param passwordFile the same, or null for no password
 * @param certificateFiles PEM authorities in the secrets folder; none for those that Java trusts
 * @param connectTimeout bound on building a connection
 * @param operationTimeout bound on one insert or question
 * @param batchSize rows of an insert at most; 50 as in HAMSTRING unless told otherwise
 * @param kafkaBatchSize records of a batch at most, and so of one commit; 500 there
 * @param batchTimeout how long records are gathered at most; 2 s there
 */
public record SinkSettings(
    URI url,
    String database,
    String usernameFile,
    String passwordFile,
    List<String> certificateFiles,
    Duration connectTimeout,
    Duration operationTimeout,
    int batchSize,
    int kafkaBatchSize,
    Duration batchTimeout) {

  public SinkSettings {
    certificateFiles = List.copyOf(certificateFiles);
  }

  private static final Duration LEAST_TIMEOUT = Duration.ofMillis(100);
  private static final Duration MOST_TIMEOUT = Duration.ofMinutes(10);
  private static final URI NOWHERE = URI.create("http://localhost:8123");

  /** Reads a stage's {@code config}; problems are added to the section. */
  public static SinkSettings of(Section section) {
    var settings =
        new SinkSettings(
            url(section),
            database(section),
            section.text("usernameFile", null),
            section.text("passwordFile", null),
            section.texts("certificateFiles"),
            timeout(section, "connectTimeout", Duration.ofSeconds(5)),
            timeout(section, "operationTimeout", Duration.ofSeconds(15)),
            section.number("batchSize", 50L, 1, 100_000).intValue(),
            section.number("kafkaBatchSize", 500L, 1, 100_000).intValue(),
            section.duration("batchTimeout", Duration.ofSeconds(2)));
    section.refuseOtherKeys();
    return settings;
  }

  private static URI url(Section section) {
    if (!section.has("url")) {
      section.problem("url", "is required, such as http://clickhouse:8123");
      return NOWHERE;
    }
    try {
      var url = new URI(section.text("url", ""));
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (!isHttp || url.getHost() == null || url.getRawQuery() != null) {
        section.problem("url", "must be http(s)://host:port without a query");
        return NOWHERE;
      }
      if (url.getRawUserInfo() != null) {
        section.problem("url", "must hold no user; name the Secret's files instead");
        return NOWHERE;
      }
      return url;
    } catch (URISyntaxException notOne) {
      section.problem("url", "must be http(s)://host:port without a query");
      return NOWHERE;
    }
  }

  private static String database(Section section) {
    var database = section.text("database", "default");
    if (!database.matches("[A-Za-z_][A-Za-z0-9_]{0,127}")) {
      section.problem("database", "must be letters, digits and '_', was '" + database + "'");
    }
    return database;
  }

  private static Duration timeout(Section section, String key, Duration otherwise) {
    var timeout = section.duration(key, otherwise);
    if (timeout.compareTo(LEAST_TIMEOUT) < 0 || timeout.compareTo(MOST_TIMEOUT) > 0) {
      section.problem(key, "must be from 100ms to 10m");
    }
    return timeout;
  }
}
