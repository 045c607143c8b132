package io.hamstring.worker.stage.sink;

import static io.hamstring.contract.report.SinkTrouble.MISCONFIGURED;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the database to the version that this worker knows. Asks before it makes, so that a user
 * without the right to make tables will do where they are made already.
 */
final class Migration {

  private static final Logger LOG = LoggerFactory.getLogger(Migration.class);

  private final ClickHouse server;
  private final String database;
  private final Duration bound;

  /**
   * @param bound on each statement
   */
  Migration(ClickHouse server, String database, Duration bound) {
    this.server = server;
    this.database = database;
    this.bound = bound;
  }

  /** Leaves everything as it is when it is as it should be. */
  void run() throws ClickHouseException, InterruptedException {
    var release = ServerVersion.of(ask("SELECT version()"));
    if (ask("SELECT count() FROM system.databases WHERE name = '" + database + "'").equals("0")) {
      ask("CREATE DATABASE IF NOT EXISTS " + database);
    }
    var engines = engines();
    refuseTablesOfOthers(engines);
    if (!engines.containsKey(Schema.VERSIONS)) {
      ask(Schema.versions(database));
    }
    int reached = reached();
    if (reached > Schema.latest()) {
      throw ClickHouseException.of(
          MISCONFIGURED,
          "database "
              + database
              + " has schema version "
              + reached
              + ", this worker knows up to "
              + Schema.latest()
              + "; use a newer worker or another database",
          null);
    }
    boolean isWhole =
        Stream.of(SinkTable.values())
            .allMatch(
                table -> engines.containsKey(table.view()) && engines.containsKey(table.rows()));
    migrate(isWhole ? reached : 0, release);
  }

  private void migrate(int reached, ServerVersion release)
      throws ClickHouseException, InterruptedException {
    for (var step : Schema.steps(database)) {
      if (step.version() <= reached) {
        continue;
      }
      if (release.compareTo(step.since()) < 0) {
        LOG.warn(
            "ClickHouse {} is older than {}, so its monitoring rows are kept for ever",
            release,
            step.since());
        return;
      }
      for (var statement : step.statements()) {
        ask(statement);
      }
      ask(
          "INSERT INTO "
              + database
              + "."
              + Schema.VERSIONS
              + " (version, reached) SELECT "
              + step.version()
              + ", now()");
      LOG.info("database {} has reached schema version {}", database, step.version());
    }
  }

  private int reached() throws ClickHouseException, InterruptedException {
    var answer = ask("SELECT max(version) FROM " + database + "." + Schema.VERSIONS);
    return answer.matches("\\d{1,9}") ? Integer.parseInt(answer) : 0;
  }

  private Map<String, String> engines() throws ClickHouseException, InterruptedException {
    var engines = new HashMap<String, String>();
    ask("SELECT name, engine FROM system.tables WHERE database = '" + database + "'")
        .lines()
        .map(line -> line.split("\t"))
        .filter(parts -> parts.length == 2)
        .forEach(parts -> engines.put(parts[0], parts[1]));
    return engines;
  }

  /** HAMSTRING's own tables have the names of our views. */
  private void refuseTablesOfOthers(Map<String, String> engines) throws ClickHouseException {
    for (var table : SinkTable.values()) {
      if (!engines.getOrDefault(table.view(), "View").equals("View")) {
        throw ClickHouseException.of(
            MISCONFIGURED,
            "database "
                + database
                + " has a table "
                + table.view()
                + " that the sink did not make; give it a database of its own",
            null);
      }
    }
  }

  private String ask(String sql) throws ClickHouseException, InterruptedException {
    return server.ask(sql, bound);
  }
}
