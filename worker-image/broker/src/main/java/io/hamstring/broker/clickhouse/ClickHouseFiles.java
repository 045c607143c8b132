package io.hamstring.broker.clickhouse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** The configuration files of a ClickHouse server. */
final class ClickHouseFiles {

  private ClickHouseFiles() {}

  static void write(ClickHouseOptions options, int port, int securePort) throws IOException {
    var folder = options.folder();
    for (var name : new String[] {"data", "tmp", "files", "schemas"}) {
      Files.createDirectories(folder.resolve(name));
    }
    Files.writeString(folder.resolve("config.xml"), config(options, port, securePort));
    Files.writeString(folder.resolve("users.xml"), users(options.password()));
  }

  private static String config(ClickHouseOptions options, int port, int securePort) {
    var folder = options.folder();
    var tables =
        options.tableSettings().entrySet().stream()
            .map(
                entry ->
                    "<" + entry.getKey() + ">" + entry.getValue() + "</" + entry.getKey() + ">")
            .collect(Collectors.joining());
    return """
    <yandex>
      <logger><level>warning</level><log>%1$s/log</log><errorlog>%1$s/errors</errorlog>
        <size>20M</size><count>2</count></logger>
      <listen_host>127.0.0.1</listen_host><http_port>%2$d</http_port>%3$s
      <path>%1$s/data/</path><tmp_path>%1$s/tmp/</tmp_path>
      <user_files_path>%1$s/files/</user_files_path>
      <format_schema_path>%1$s/schemas/</format_schema_path>
      <users_config>%1$s/users.xml</users_config>
      <default_profile>default</default_profile><default_database>default</default_database>
      <mark_cache_size>16777216</mark_cache_size><timezone>UTC</timezone>
      <merge_tree>%4$s</merge_tree>
    </yandex>
    """
        .formatted(folder, port, tls(options.certificate(), options.key(), securePort), tables);
  }

  private static String tls(Path certificate, Path key, int port) {
    return certificate == null
        ? ""
        : """
        <https_port>%d</https_port>
        <openSSL><server><certificateFile>%s</certificateFile>
          <privateKeyFile>%s</privateKeyFile><verificationMode>none</verificationMode>
          <loadDefaultCAFile>true</loadDefaultCAFile><cacheSessions>true</cacheSessions>
          <disableProtocols>sslv2,sslv3</disableProtocols></server></openSSL>
        """
            .formatted(port, certificate.toAbsolutePath(), key.toAbsolutePath());
  }

  private static String users(String password) {
    return """
    <yandex>
      <profiles><default><max_memory_usage>1000000000</max_memory_usage></default></profiles>
      <users><default><password_sha256_hex>%s</password_sha256_hex>
        <networks><ip>127.0.0.1</ip></networks>
        <profile>default</profile><quota>default</quota></default></users>
      <quotas><default><interval><duration>3600</duration><queries>0</queries><errors>0</errors>
        <result_rows>0</result_rows><read_rows>0</read_rows>
        <execution_time>0</execution_time></interval></default></quotas>
    </yandex>
    """
        .formatted(sha256(password));
  }

  private static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
