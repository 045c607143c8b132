package io.hamstring.worker.stage.sink;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables and views as statements, by version. Every statement may be run again, and two workers
 * may run them at once. Only what ClickHouse 18.16 and a current one both take, but for what a
 * server must be newer for.
 */
final class Schema {

  /** Notes which versions have been reached. */
  static final String VERSIONS = "hamstring_schema";

  private Schema() {}

  /**
   * What leads from one version to the next.
   *
   * @param since the oldest server that takes it
   */
  record Step(int version, ServerVersion since, List<String> statements) {}

  /** All steps, oldest first. */
  static List<Step> steps(String database) {
    return List.of(
        new Step(
            1,
            ServerVersion.OLDEST,
            Stream.of(SinkTable.values())
                .flatMap(table -> Stream.of(rows(database, table), view(database, table)))
                .toList()),
        new Step(
            2,
            ServerVersion.WITH_TTL,
            Stream.of(SinkTable.values()).map(table -> ttl(database, table)).toList()));
  }

  /** The newest version. */
  static int latest() {
    return steps("").stream().mapToInt(Step::version).max().orElseThrow();
  }

  static String versions(String database) {
    return "CREATE TABLE IF NOT EXISTS "
        + database
        + "."
        + VERSIONS
        + " (version UInt32, reached DateTime) ENGINE = ReplacingMergeTree() ORDER BY version";
  }

  // Partitioned by numbers of days, which do not hang on the server's time zone: the same row must
  // always fall into the same partition, or it would not fold.
  private static String rows(String database, SinkTable table) {
    return "CREATE TABLE IF NOT EXISTS "
        + database
        + "."
        + table.rows()
        + " ("
        + String.join(
            ", ",
            SinkRow.TOPIC_ID + " String",
            SinkRow.PARTITION + " UInt32",
            SinkRow.OFFSET + " UInt64",
            SinkRow.WRITTEN + " DateTime")
        + ", "
        + table.columns().stream()
            .flatMap(SinkTable.Column::definitions)
            .collect(Collectors.joining(", "))
        + ") ENGINE = ReplacingMergeTree() PARTITION BY intDiv(toUInt32("
        + SinkRow.WRITTEN
        + "), "
        + SinkRow.SECONDS_A_DAY
        + ") ORDER BY ("
        + String.join(", ", SinkRow.TOPIC_ID, SinkRow.PARTITION, SinkRow.OFFSET)
        + ")";
  }

  private static String view(String database, SinkTable table) {
    return "CREATE VIEW IF NOT EXISTS "
        + database
        + "."
        + table.view()
        + " AS SELECT "
        + table.columns().stream()
            .flatMap(SinkTable.Column::names)
            .collect(Collectors.joining(", "))
        + " FROM "
        + database
        + "."
        + table.rows()
        + " FINAL";
  }

  private static String ttl(String database, SinkTable table) {
    return "ALTER TABLE "
        + database
        + "."
        + table.rows()
        + " MODIFY TTL "
        + SinkRow.WRITTEN
        + " + toIntervalHour("
        + table.keptHours()
        + ")";
  }

  /** The statement that inserts rows, which follow it. */
  static String insert(String database, SinkTable table) {
    return "INSERT INTO "
        + database
        + "."
        + table.rows()
        + " ("
        + Stream.concat(
                Stream.of(SinkRow.TOPIC_ID, SinkRow.PARTITION, SinkRow.OFFSET, SinkRow.WRITTEN),
                table.columns().stream().flatMap(SinkTable.Column::names))
            .collect(Collectors.joining(", "))
        + ") FORMAT JSONEachRow";
  }
}
