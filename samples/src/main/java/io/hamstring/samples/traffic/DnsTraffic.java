package io.hamstring.samples.traffic;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * An endless log of DNS queries as HAMSTRING's Zeek sensor writes it, one JSON object a line:
 * people browsing, software that looks odd and is not, some planted clients that ask for generated
 * names or carry data in names, and now and then a line that no validation lets pass. The lines are
 * a function of the arguments.
 */
public final class DnsTraffic implements Iterator<byte[]> {

  /** The first seed whose traffic serves to measure the built-in model. */
  public static final long WITHHELD_FROM = 70_000;

  private static final Duration BETWEEN_QUERIES = Duration.ofMillis(5);
  private static final int ONE_IN_THIS_MANY_IS_INVALID = 250;
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

  private static final Use[] MEASURING = {Use.WITHHELD};
  private static final Use[] OTHERS = {Use.NAMES, Use.CLIENTS, Use.VALIDATION};

  private final Random random;
  private final Network network;
  private Instant now;
  private long count;

  /**
   * @param seed from {@value #WITHHELD_FROM} on, all names are of families that the built-in model
   *     has never seen
   * @param start timestamp of the first query
   */
  public DnsTraffic(long seed, Instant start) {
    random = new Random(seed);
    network = new Network(seed >= WITHHELD_FROM ? MEASURING : OTHERS, random);
    now = start;
  }

  /** The ground truth: the planted clients' addresses and the families they draw from. */
  public Map<String, String> planted() {
    var planted = new TreeMap<String, String>();
    for (var client : network.clients()) {
      client.planted().ifPresent(family -> planted.put(client.address(), family.id()));
    }
    return planted;
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public byte[] next() {
    now = now.plus(BETWEEN_QUERIES);
    count++;
    var line = query(network.next(random));
    var text = random.nextInt(ONE_IN_THIS_MANY_IS_INVALID) == 0 ? spoiled(line) : line.toString();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private ObjectNode query(Client client) {
    var question = client.question(random);
    var line = JsonNodeFactory.instance.objectNode();
    line.put("ts", TIMESTAMP.format(now));
    line.put("uid", "C%017x".formatted(count));
    line.put("src_ip", client.address());
    line.put("src_port", 1024 + random.nextInt(64512));
    line.put("dns_server_ip", client.resolver());
    line.put("dns_server_port", 53);
    line.put("domain_name", question.name());
    line.put("record_type", question.recordType());
    if (question.exists()) {
      line.putArray("response_ip").add(answer(question.recordType()));
      line.putArray("ttls").add(60 + random.nextInt(3600));
    }
    line.put("rejected", false);
    line.put("status_code_id", question.exists() ? 0 : 3);
    line.put("status_code", question.exists() ? "NOERROR" : "NXDOMAIN");
    line.put("size", 40 + question.name().length() + random.nextInt(200));
    return line;
  }

  private static String answer(String recordType) {
    return switch (recordType) {
      case "AAAA" -> "2001:db8:feed::1";
      case "TXT" -> "TXT 4 done";
      default -> "198.51.100.7";
    };
  }

  private String spoiled(ObjectNode line) {
    return switch (random.nextInt(5)) {
      case 0 -> "#close " + line.get("ts").asText();
      case 1 -> line.put("src_ip", "10.20.300.4").toString();
      case 2 -> line.put("domain_name", "not a name.example").toString();
      case 3 -> line.put("ts", "yesterday").toString();
      default -> line.without(List.of("src_ip")).toString();
    };
  }
}
