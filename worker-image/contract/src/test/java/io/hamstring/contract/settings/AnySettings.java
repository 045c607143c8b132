package io.hamstring.contract.settings;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.settings.KafkaSecurity.Login;
import io.hamstring.contract.settings.KafkaSecurity.Mechanism;
import io.hamstring.contract.settings.KafkaSecurity.Transport;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Settings that vary in every field, as a function of a seed. */
final class AnySettings {

  private final Random random;

  AnySettings(long seed) {
    random = new Random(seed);
  }

  WorkerSettings next() {
    return new WorkerSettings(
        name(),
        name(),
        stage(),
        new Kafka(
            name() + ":9092",
            pick(GroupProtocol.values()),
            pick(OffsetReset.values()),
            security(),
            mapOf(this::name),
            mapOf(this::name)),
        timeouts(),
        batch(),
        BatchBounds.NONE,
        new Audit(random.nextBoolean(), maybe(this::name)));
  }

  private KafkaSecurity security() {
    var transport = pick(Transport.values());
    var mechanism = pick(Mechanism.values());
    var login =
        mechanism.isSasl()
            ? Login.password(mechanism, name(), name())
            : mechanism == Mechanism.TLS && transport == Transport.TLS
                ? Login.certificate(name(), name())
                : Login.NONE;
    return new KafkaSecurity(
        transport, transport == Transport.TLS ? listOf(0, this::name) : List.of(), login);
  }

  private Stage stage() {
    return new Stage(
        name(),
        pick(StageType.values()),
        name(),
        name(),
        listOf(1, this::name),
        listOf(0, () -> new Output(name(), pick(StageType.values()))),
        maybe(this::name),
        random.nextInt(1, 1025),
        new OnPoison(random.nextInt(1, 1001), maybe(this::name), pick(OnPoison.Then.values())),
        mapOf(this::userValue),
        random.nextBoolean());
  }

  private BatchSettings batch() {
    return new BatchSettings(
        bounds(),
        mapOf(this::bounds),
        mapOf(this::bounds),
        new GroupCommit(
            random.nextBoolean(),
            random.nextInt(1, Integer.MAX_VALUE),
            random.nextLong(1, Long.MAX_VALUE),
            millis(0)));
  }

  private Timeouts timeouts() {
    var transactionApi = millis(1);
    var message = millis(1);
    return new Timeouts(
        transactionApi.plus(millis(1)),
        millis(1),
        message.plus(millis(1)),
        transactionApi,
        message,
        millis(0),
        Duration.ofMillis(random.nextLong(100_000_000)));
  }

  private BatchBounds bounds() {
    return new BatchBounds(
        maybe(() -> random.nextInt(1, Integer.MAX_VALUE)), maybe(() -> millis(0)));
  }

  /** What a user may have written under a stage's {@code config}. */
  private Object userValue() {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextInt();
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt(1_000) + 0.5;
      case 3 -> listOf(0, this::name);
      case 4 -> Map.of(name(), name());
      default -> name();
    };
  }

  private Duration millis(int min) {
    return Duration.ofMillis(random.nextInt(min, 1 << random.nextInt(1, 30)));
  }

  private String name() {
    var names =
        new String[] {"a", "dga-detector", "RF-dga_detector", "true", "1.50", "x.y_z", " b"};
    return pick(names) + random.nextInt(1_000);
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private <T> T maybe(Supplier<T> value) {
    return random.nextBoolean() ? value.get() : null;
  }

  private <T> List<T> listOf(int min, Supplier<T> value) {
    var list = new ArrayList<T>();
    for (int size = min + random.nextInt(4); list.size() < size; ) {
      list.add(value.get());
    }
    return list;
  }

  private <T> Map<String, T> mapOf(Supplier<T> value) {
    var map = new LinkedHashMap<String, T>();
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put(name(), value.get());
    }
    return map;
  }
}
