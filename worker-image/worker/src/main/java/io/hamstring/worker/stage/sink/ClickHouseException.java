package io.hamstring.worker.stage.sink;

import io.hamstring.contract.report.SinkTrouble;
import java.util.Optional;

/** A call to ClickHouse that failed. Its message holds no password. */
final class ClickHouseException extends Exception {

  private static final long serialVersionUID = 1L;

  private final SinkTrouble trouble;

  private ClickHouseException(SinkTrouble trouble, String message, Throwable cause) {
    super(message, cause);
    this.trouble = trouble;
  }

  /** The rows are at fault. */
  static ClickHouseException ofRows(String message) {
    return new ClickHouseException(null, message, null);
  }

  /** The server, or the way to it, is. */
  static ClickHouseException of(SinkTrouble trouble, String particulars, Throwable cause) {
    return new ClickHouseException(trouble, trouble.with(particulars), cause);
  }

  /** What is the matter; empty when it is the rows. */
  Optional<SinkTrouble> trouble() {
    return Optional.ofNullable(trouble);
  }
}
