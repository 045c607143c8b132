package io.hamstring.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a broker is started.
 *
 * @param folder its own folder: data, settings, log; what is in it from an earlier start is kept
 * @param properties broker settings beside those that make it run alone on loopback
 * @param jvmOptions options of its JVM
 * @param security how clients reach it, and what they may do
 * @param kafka the folder of the jars of another version of Kafka, or null for the one that this
 *     module was built with
 */
public record BrokerOptions(
    Path folder,
    Map<String, String> properties,
    List<String> jvmOptions,
    BrokerSecurity security,
    Path kafka) {

  // A broker of minutes would spend a third of its time compiling for a speed that it never needs.
  private static final List<String> SMALL_JVM =
      List.of(
          "-Xms64m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  public BrokerOptions {
    folder = folder.toAbsolutePath();
    properties = Map.copyOf(properties);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /**
   * For tests: no wait for further members before a group's first rebalance, few partitions of the
   * internal topics, session timeouts from 1 s, timed-out transactions swept every second.
   */
  public static BrokerOptions forTests(Path folder) {
    return new BrokerOptions(
        folder,
        Map.of(
            "group.initial.rebalance.delay.ms", "0",
            "group.min.session.timeout.ms", "1000",
            "group.consumer.min.session.timeout.ms", "1000",
            "group.consumer.min.heartbeat.interval.ms", "100",
            "offsets.topic.num.partitions", "3",
            "transaction.state.log.num.partitions", "3",
            "transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000",
            "log.cleaner.dedupe.buffer.size", "2097152"),
        SMALL_JVM,
        BrokerSecurity.NONE,
        null);
  }

  /** Kafka's own defaults for groups and transactions, on one broker. */
  public static BrokerOptions withDefaults(Path folder) {
    return new BrokerOptions(folder, Map.of(), SMALL_JVM, BrokerSecurity.NONE, null);
  }

  /** The same with one more broker setting. */
  public BrokerOptions with(String key, String value) {
    var more = new TreeMap<>(properties);
    more.put(key, value);
    return new BrokerOptions(folder, more, jvmOptions, security, kafka);
  }

  /** The same with other options of its JVM. */
  public BrokerOptions withJvmOptions(List<String> others) {
    return new BrokerOptions(folder, properties, others, security, kafka);
  }

  /** The same for clients that have to prove who they are. */
  public BrokerOptions with(BrokerSecurity other) {
    return new BrokerOptions(folder, properties, jvmOptions, other, kafka);
  }

  /**
   * The same with another version of Kafka, from 3.9 on.
   *
   * @param jars a folder that holds all jars such a broker needs
   */
  public BrokerOptions withKafka(Path jars) {
    return new BrokerOptions(folder, properties, jvmOptions, security, jars);
  }

  /** The same in a folder of its own within this one. */
  BrokerOptions in(String name) {
    return new BrokerOptions(folder.resolve(name), properties, jvmOptions, security, kafka);
  }
}
