package io.hamstring.worker.stage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Result;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every stage owes the audit, for inputs made by chance: lines, batches and alerts, whole, cut
 * off, with bytes changed, and garbage. A run is a function of its type and seed.
 */
class AccountingTest {

  private static final int SEEDS = 30;
  private static final int BATCHES = 6;

  private static final List<StageType> TYPES =
      List.of(
          StageType.LOGSERVER,
          StageType.COLLECTOR,
          StageType.PREFILTER,
          StageType.INSPECTOR,
          StageType.DETECTOR,
          StageType.ALERTER);

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("runs")
  void everyRecordIsAccountedForOnceAndAReplayGivesTheSame(StageType type, long seed)
      throws Exception {
    var random = new Random(seed);
    var stage =
        StageSettings.processor(
            type,
            config(type),
            new Output("one", StageType.CUSTOM),
            new Output("two", StageType.CUSTOM));
    var state = stage.initialState();
    long offset = 0;
    for (int i = 0; i < BATCHES; i++) {
      var batch = batch(offset, random);

      var result = stage.process(batch, state);
      var replayed = stage.process(batch, state);

      assertAccounted(batch, result);
      assertOrdinalsUnique(result);
      assertLookBackIsOlder(batch, result);
      assertThat(text(replayed)).isEqualTo(text(result));
      state = result.state();
      offset += batch.size();
    }
  }

  private static String text(Result<?> result) {
    var text = new StringBuilder();
    for (var output : result.outputs()) {
      text.append(output.topic()).append(' ').append(Records.text(output.key())).append(' ');
      text.append(Records.text(output.value())).append(' ').append(output.ordinal()).append('\n');
      output.headers().forEach(header -> text.append(Records.text(header.value())));
    }
    return text.append(result.disposals()).append(result.rejections()).toString();
  }

  private static void assertAccounted(Batch batch, Result<?> result) {
    var ends = new IdentityHashMap<InputRecord, Integer>();
    result.outputs().stream()
        .flatMap(output -> output.sources().stream())
        .distinct()
        .forEach(record -> ends.merge(record, 1, Integer::sum));
    result.disposals().forEach(disposal -> ends.merge(disposal.record(), 1, Integer::sum));
    result.rejections().forEach(rejection -> ends.merge(rejection.record(), 1, Integer::sum));
    assertThat(ends).hasSize(batch.size());
    assertThat(ends.values()).containsOnly(1);
  }

  private static void assertOrdinalsUnique(Result<?> result) {
    var names = new HashSet<String>();
    for (var output : result.outputs()) {
      long last = -1;
      for (var source : output.sources()) {
        assertThat(names.add(source.id() + "/" + output.ordinal())).isTrue();
        assertThat(source.offset()).isGreaterThan(last);
        last = source.offset();
      }
    }
  }

  /** Lines may be repeated from the batch before, or from the part before of the same batch. */
  private static void assertLookBackIsOlder(Batch batch, Result<?> result) {
    for (var output : result.outputs()) {
      for (long offset : output.lookBack()) {
        assertThat(output.sources()).noneMatch(source -> source.offset() == offset);
        assertThat(offset).isLessThanOrEqualTo(batch.records().get(batch.size() - 1).offset());
      }
    }
  }

  private static Map<String, Object> config(StageType type) {
    return switch (type) {
      case COLLECTOR -> Map.of("maxRecordBytes", "3k", "lookBackLines", 8);
      case PREFILTER -> Map.of("relevanceMethod", "check_dga_relevance");
      case INSPECTOR -> Map.of("maxEvents", 2);
      default -> Map.of();
    };
  }

  private static Batch batch(long offset, Random random) {
    var values = new byte[1 + random.nextInt(30)][];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(random);
    }
    return Records.batchOf(offset, values);
  }

  private static byte[] value(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> null;
      case 1 -> garbage(random);
      case 2 -> NASTY.get(random.nextInt(NASTY.size())).getBytes(UTF_8);
      case 3 -> damaged(line(random).getBytes(UTF_8), random);
      case 4 -> damaged(batchText(random).getBytes(UTF_8), random);
      case 5, 6, 7 -> batchText(random).getBytes(UTF_8);
      default -> line(random).getBytes(UTF_8);
    };
  }

  private static String line(Random random) {
    var client =
        random.nextBoolean()
            ? "10.0." + random.nextInt(3) + ".7"
            : "2001:db8::" + random.nextInt(9);
    var name = random.nextBoolean() ? "example.com" : "kq3v9z8x7wj2hf5d.com";
    var line =
        Lines.line(
            client, random.nextInt(600), name, random.nextBoolean() ? "NXDOMAIN" : "NOERROR");
    return switch (random.nextInt(6)) {
      case 0 -> line.replace("\"ts\"", "\"tz\"");
      case 1 -> line.replace("\"src_ip\"", "\"id.orig_h\"").replace("domain_name", "query");
      case 2 -> line.replace("C1", "\\ud800é\uD83D\uDE00");
      default -> line;
    };
  }

  private static String batchText(Random random) {
    var lines = new ArrayList<String>();
    for (int i = random.nextInt(5); i > 0; i--) {
      lines.add(line(random));
    }
    var texts = lines.toArray(String[]::new);
    return random.nextBoolean() ? BatchText.quoted("b", texts) : BatchText.objects("b", texts);
  }

  private static byte[] garbage(Random random) {
    var bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] damaged(byte[] text, Random random) {
    var bytes =
        java.util.Arrays.copyOf(
            text, random.nextInt(4) == 0 ? random.nextInt(text.length) : text.length);
    for (int i = 0; i < bytes.length / 100; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static final List<String> NASTY =
      List.of(
          "",
          "null",
          "{}",
          "[".repeat(5_000),
          "{\"a\":".repeat(5_000),
          "{\"ts\":1e999999999,\"id.orig_h\":\"10.0.0.1\"}",
          "{\"ts\":1e99999999999999999999,\"id.orig_h\":\"10.0.0.1\"}",
          "{\"ts\":-1e-999999999,\"id.orig_h\":\"10.0.0.1\"}",
          "{\"ts\":" + "9".repeat(2_000) + ",\"id.orig_h\":\"10.0.0.1\"}",
          "{\"ts\":\"2025-06-01T12:00:00\",\"src_ip\":\"" + "1".repeat(5_000) + "\"}",
          Lines.line("10.0.0.1", 1).replace("120", "1e999999999"),
          Lines.line("10.0.0.1", 1).replace("120", "{\"deep\":".repeat(90) + "1" + "}".repeat(90)),
          Lines.line("10.0.0.1", 1, "a".repeat(300) + ".com", "NXDOMAIN"),
          "\ufeff" + Lines.line("10.0.0.1", 1));

  static Stream<Object[]> runs() {
    return TYPES.stream()
        .flatMap(
            type ->
                Stream.iterate(1L, seed -> seed + 1)
                    .limit(SEEDS)
                    .map(seed -> new Object[] {type, seed}));
  }
}
