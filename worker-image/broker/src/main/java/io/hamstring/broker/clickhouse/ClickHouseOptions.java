package io.hamstring.broker.clickhouse;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a ClickHouse server is started.
 *
 * @param folder holds its configuration, its data and its log
 * @param password of its user
 * @param tableSettings what holds for all its tables, such as {@code parts_to_throw_insert}
 * @param certificate PEM, or null for no TLS
 * @param key PEM of that certificate, or null
 */
public record ClickHouseOptions(
    Path folder, String password, Map<String, String> tableSettings, Path certificate, Path key) {

  public ClickHouseOptions {
    folder = folder.toAbsolutePath();
    tableSettings = Map.copyOf(tableSettings);
  }

  /** One without TLS. */
  public static ClickHouseOptions in(Path folder, String password) {
    return new ClickHouseOptions(folder, password, Map.of(), null, null);
  }

  /** The same with a setting for all tables. */
  public ClickHouseOptions withTables(String setting, String value) {
    var settings = new TreeMap<>(tableSettings);
    settings.put(setting, value);
    return new ClickHouseOptions(folder, password, settings, certificate, key);
  }

  /** The same that speaks TLS as well. */
  public ClickHouseOptions withTls(Path pemCertificate, Path pemKey) {
    return new ClickHouseOptions(folder, password, tableSettings, pemCertificate, pemKey);
  }

  /** The same with another password, from the next start on. */
  public ClickHouseOptions withPassword(String other) {
    return new ClickHouseOptions(folder, other, tableSettings, certificate, key);
  }
}
