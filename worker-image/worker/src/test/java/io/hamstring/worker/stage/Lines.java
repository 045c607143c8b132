package io.hamstring.worker.stage;

import java.util.Locale;

/** Log lines in the shape of HAMSTRING's sensor. */
public final class Lines {

  private Lines() {}

  /** A valid line of a client at a second of an hour. */
  public static String line(String client, int second) {
    return line(client, second, "example.com", "NXDOMAIN");
  }

  /** A valid line. */
  public static String line(String client, int second, String name, String status) {
    return String.format(
        Locale.ROOT,
        "{\"ts\":\"2025-06-01T12:%02d:%02d\",\"uid\":\"C1\",\"src_ip\":\"%s\",\"src_port\":4711,"
            + "\"dns_server_ip\":\"10.10.0.1\",\"dns_server_port\":53,\"domain_name\":\"%s\","
            + "\"record_type\":\"A\",\"rejected\":false,\"status_code\":\"%s\",\"size\":120}",
        second / 60,
        second % 60,
        client,
        name,
        status);
  }
}
