package io.hamstring.worker.stage.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZeekShapeTest {

  @Test
  void aDnsLineOfZeekTakesTheShapeOfTheSensor() {
    var zeek =
        "{\"_path\":\"dns\",\"ts\":\"2018-03-24T17:15:20.865716Z\",\"uid\":\"CqKst5\","
            + "\"id.orig_h\":\"10.47.1.100\",\"id.orig_p\":41772,\"id.resp_h\":\"10.0.0.100\","
            + "\"id.resp_p\":53,\"proto\":\"udp\",\"rtt\":0.0008699893951416016,"
            + "\"query\":\"ise.wrccdc.org\",\"qtype_name\":\"A\",\"rcode\":0,"
            + "\"rcode_name\":\"NOERROR\",\"answers\":[\"134.71.3.16\"],\"TTLs\":[2230.0],"
            + "\"rejected\":false}";

    assertThat(normalised(zeek))
        .isEqualTo(
            "{\"ts\":\"2018-03-24T17:15:20.865716\",\"uid\":\"CqKst5\",\"src_ip\":\"10.47.1.100\","
                + "\"src_port\":41772,\"dns_server_ip\":\"10.0.0.100\",\"dns_server_port\":53,"
                + "\"domain_name\":\"ise.wrccdc.org\",\"record_type\":\"A\","
                + "\"response_ip\":[\"134.71.3.16\"],\"ttls\":[2230.0],\"rejected\":false,"
                + "\"status_code_id\":0,\"status_code\":\"NOERROR\",\"_path\":\"dns\","
                + "\"proto\":\"udp\",\"rtt\":0.0008699893951416016}");
  }

  @Test
  void anHttpLineKeepsItsOwnFields() {
    var zeek =
        "{\"ts\":1521911720.865716,\"id.orig_h\":\"10.0.0.1\",\"id.resp_h\":\"10.0.0.2\","
            + "\"id.resp_p\":80,\"method\":\"GET\",\"uri\":\"/\",\"status_code\":200}";

    assertThat(normalised(zeek))
        .isEqualTo(
            "{\"ts\":\"2018-03-24T17:15:20.865716\",\"src_ip\":\"10.0.0.1\","
                + "\"dst_ip\":\"10.0.0.2\",\"dst_port\":80,\"method\":\"GET\",\"uri\":\"/\","
                + "\"status_code\":200}");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "1521911720.865716,          '\"2018-03-24T17:15:20.865716\"'",
        "1521911720865,              '\"2018-03-24T17:15:20.865000\"'",
        "'\"1521911720.5\"',         '\"2018-03-24T17:15:20.500000\"'",
        "'\"2018-03-24T17:15:20Z\"', '\"2018-03-24T17:15:20\"'",
        "'\"yesterday\"',            '\"yesterday\"'",
        "true,                       true",
        "null,                       null",
      })
  void everyTimeThatZeekWritesIsReadAndOthersStay(String ts, String shaped) {
    assertThat(normalised("{\"ts\":" + ts + ",\"id.orig_h\":\"10.0.0.1\"}"))
        .isEqualTo("{\"ts\":" + shaped + ",\"src_ip\":\"10.0.0.1\"}");
  }

  @Test
  void aLineOfTheSensorStaysAsItIs() {
    var line = "{\"src_ip\":\"10.0.0.1\",\"ts\":\"2025-06-01T12:00:00\",\"x\":1.50,\"y\":1E+400}";

    assertThat(normalised(line)).isEqualTo(line);
  }

  @Test
  void charactersBeyondAsciiAndLoneSurrogatesAreEscaped() {
    assertThat(normalised("{\"q\":\"bücher \\ud800 \uD83D\uDE00\"}"))
        .isEqualTo("{\"q\":\"b\\u00fccher \\ud800 \\ud83d\\ude00\"}");
  }

  private static String normalised(String line) {
    var object = Json.line(line.getBytes(UTF_8)).orElseThrow();
    return new String(Json.bytes(ZeekShape.normalised(object)), UTF_8);
  }
}
