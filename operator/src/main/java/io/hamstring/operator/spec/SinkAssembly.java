package io.hamstring.operator.spec;

import io.hamstring.api.v1alpha1.ClickHouseSpec;
import io.hamstring.operator.spec.SecretKey.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a sink's workers are told of ClickHouse, and what they see of its Secrets. */
final class SinkAssembly {

  private static final FieldPath CLICKHOUSE =
      FieldPath.SPEC.field("monitoring").field("clickhouse");

  private static final String USERNAME = "username";
  private static final String PASSWORD = "password";

  private SinkAssembly() {}

  /** The settings of the type; those of the spec stand above what {@code config} says. */
  static Map<String, Object> config(ClickHouseSpec server, Map<String, Object> config) {
    var all = new LinkedHashMap<>(config);
    all.put("url", server.getUrl());
    all.put("database", server.getDatabase());
    all.put("connectTimeout", server.getConnectTimeout());
    all.put("operationTimeout", server.getOperationTimeout());
    all.put("batchSize", server.getBatchSize());
    all.put("kafkaBatchSize", server.getKafkaBatchSize());
    if (server.getCredentialsSecret() != null) {
      all.put("usernameFile", file(USERNAME));
      all.put("passwordFile", file(PASSWORD));
    }
    var certificates = certificates(server).keySet();
    if (!certificates.isEmpty()) {
      all.put("certificateFiles", new ArrayList<>(certificates));
    }
    return all;
  }

  /** The files that those settings name, and where each comes from. */
  static SortedMap<String, SecretKey> files(ClickHouseSpec server) {
    var files = certificates(server);
    var secret = server.getCredentialsSecret();
    if (secret != null) {
      var field = CLICKHOUSE.field("credentialsSecret").text();
      files.put(file(USERNAME), new SecretKey(secret, USERNAME, field, Content.ANY));
      files.put(file(PASSWORD), new SecretKey(secret, PASSWORD, field, Content.PASSWORD));
    }
    return files;
  }

  private static SortedMap<String, SecretKey> certificates(ClickHouseSpec server) {
    var files = new TreeMap<String, SecretKey>();
    var sources = Lists.orEmpty(server.getTrustedCertificates());
    for (int i = 0; i < sources.size(); i++) {
      files.put(
          file("trusted-" + i + ".crt"),
          new SecretKey(
              sources.get(i).getSecretName(),
              sources.get(i).getCertificate(),
              CLICKHOUSE.field("trustedCertificates").item(i).text(),
              Content.CERTIFICATES));
    }
    return files;
  }

  private static String file(String name) {
    return "clickhouse-" + name;
  }
}
