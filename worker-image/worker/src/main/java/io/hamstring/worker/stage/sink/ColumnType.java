package io.hamstring.worker.stage.sink;

/** What a column of a monitoring table holds, and how it is kept in ClickHouse. */
enum ColumnType {
  /** Text that must be there; lists and objects are kept as their JSON. */
  TEXT("String"),
  /** Text that may be missing. */
  OPTIONAL_TEXT("Nullable(String)"),
  /**
   * A point in time: whole seconds under its name, and microseconds since 1970 under its name with
   * {@code _us}, because the oldest server that is written to knows no finer type. Where it is
   * missing, the time at which its record was written stands for it.
   */
  TIME("DateTime"),
  /** A number of things. */
  COUNT("UInt64"),
  /** A number with a fraction. */
  REAL("Float64"),
  /** 0 or 1. */
  FLAG("UInt8");

  private final String sql;

  ColumnType(String sql) {
    this.sql = sql;
  }

  /** Its ClickHouse type. */
  String sql() {
    return sql;
  }
}
