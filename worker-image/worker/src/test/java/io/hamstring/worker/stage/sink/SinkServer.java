package io.hamstring.worker.stage.sink;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hamstring.broker.clickhouse.ClickHouseOptions;
import io.hamstring.broker.clickhouse.ClickHouseServer;
import java.nio.file.Path;

/** A ClickHouse server for tests; they are skipped, and counted, where none is installed. */
public final class SinkServer {

  /** Its user's password. */
  public static final String PASSWORD = "pass word/&?";

  private SinkServer() {}

  /** Starts one. */
  public static ClickHouseServer start(Path folder) {
    return start(ClickHouseOptions.in(folder.resolve("clickhouse"), PASSWORD));
  }

  /** Starts one of another kind. */
  public static ClickHouseServer start(ClickHouseOptions options) {
    assumeTrue(
        ClickHouseServer.program().isPresent(), "there is no clickhouse-server on this machine");
    return ClickHouseServer.start(options);
  }
}
