package io.hamstring.samples.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.worker.stage.detector.training.NameFamilies;
import io.hamstring.worker.stage.detector.training.NameFamily;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnsTrafficTest {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final ObjectMapper json = new ObjectMapper();

  @Test
  void theLinesAreAFunctionOfTheSeed() {
    assertThat(lines(traffic(7), 500)).isEqualTo(lines(traffic(7), 500));
    assertThat(traffic(7).planted()).isEqualTo(traffic(7).planted());
    assertThat(lines(traffic(7), 50)).isNotEqualTo(lines(traffic(8), 50));
  }

  @Test
  void clientsComeFromSeveralSubnetsOfBothKinds() {
    var subnets = new HashSet<String>();
    for (var line : valid(lines(traffic(1), 3_000))) {
      var address = line.get("src_ip").asText();
      subnets.add(address.substring(0, address.lastIndexOf(address.contains(":") ? ':' : '.')));
    }

    assertThat(subnets).hasSizeGreaterThan(8).anyMatch(subnet -> subnet.contains(":"));
  }

  @Test
  void aLineHasWhatTheSensorWrites() {
    var line = valid(lines(traffic(1), 10)).get(0);

    assertThat(line.get("ts").asText()).matches("2026-03-01T12:00:\\d\\d");
    assertThat(line.fieldNames())
        .toIterable()
        .contains(
            "uid",
            "src_ip",
            "src_port",
            "dns_server_ip",
            "dns_server_port",
            "domain_name",
            "record_type",
            "rejected",
            "status_code_id",
            "status_code",
            "size");
  }

  @Test
  void aFewLinesAreInvalid() {
    var lines = lines(traffic(1), 20_000);

    assertThat(lines.size() - valid(lines).size()).isBetween(10, 200);
  }

  @Test
  void plantedClientsAskForManyNamesThatDoNotExist() {
    var traffic = traffic(1);
    var asked = new HashMap<String, int[]>();
    for (var line : valid(lines(traffic, 20_000))) {
      var counts = asked.computeIfAbsent(line.get("src_ip").asText(), address -> new int[2]);
      counts[line.get("status_code").asText().equals("NXDOMAIN") ? 1 : 0]++;
    }

    var tunnels = NameFamilies.of(Origin.TUNNEL, Use.NAMES, Use.CLIENTS, Use.VALIDATION);
    assertThat(traffic.planted()).hasSizeBetween(19, 20);
    traffic
        .planted()
        .forEach(
            (address, family) -> {
              if (tunnels.stream().noneMatch(tunnel -> tunnel.id().equals(family))) {
                var counts = asked.get(address);
                double share = counts[1] / (double) (counts[0] + counts[1]);
                assertThat(share).as(address).isGreaterThan(0.4);
              }
            });
  }

  @Test
  void plantedClientsOfBothKindsAreThere() {
    for (long seed : new long[] {1, 70_000}) {
      var planted = traffic(seed).planted().values();

      for (var origin : List.of(Origin.GENERATED, Origin.TUNNEL)) {
        var ids = NameFamilies.all().stream().filter(f -> f.origin() == origin).map(NameFamily::id);
        assertThat(ids.filter(planted::contains).count()).as(origin.name()).isGreaterThan(2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 69_999, 70_000, 70_001})
  void aSeedForMeasuringUsesOnlyFamiliesThatTheModelHasNeverSeen(long seed) {
    var withheld =
        NameFamilies.all().stream()
            .filter(family -> family.use() == Use.WITHHELD)
            .map(NameFamily::id)
            .toList();

    if (seed >= 70_000) {
      assertThat(withheld).containsAll(traffic(seed).planted().values());
    } else {
      assertThat(withheld).doesNotContainAnyElementsOf(traffic(seed).planted().values());
    }
  }

  private static DnsTraffic traffic(long seed) {
    return new DnsTraffic(seed, START);
  }

  private static List<String> lines(DnsTraffic traffic, int count) {
    var lines = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      lines.add(new String(traffic.next(), StandardCharsets.UTF_8));
    }
    return lines;
  }

  private List<JsonNode> valid(List<String> lines) {
    var valid = new ArrayList<JsonNode>();
    for (var line : lines) {
      try {
        var tree = json.readTree(line);
        if (tree.hasNonNull("src_ip")
            && tree.get("src_ip").asText().matches("10\\.20\\.(\\d{1,2}|1\\d\\d)\\.\\d+|2001:.*")
            && tree.get("ts").asText().startsWith("20")
            && !tree.get("domain_name").asText().equals("not a name.example")) {
          valid.add(tree);
        }
      } catch (IOException notJson) {
        assertThat(line).startsWith("#");
      }
    }
    return valid;
  }
}
