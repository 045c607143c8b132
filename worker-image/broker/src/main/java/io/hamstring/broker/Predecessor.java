package io.hamstring.broker;

import java.lang.management.ManagementFactory;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/**
 * The earlier life of a broker that is the only node of its cluster, as its metadata know it.
 *
 * <p>A broker that was killed and comes back within its session reads there that it still leads its
 * partitions, and takes up the transactions that were ending. Then its session ends, no partition
 * has a leader until it is let in again, and Kafka (seen with 4.4.0) takes a partition without a
 * leader for one that was deleted: the transactions are noted as complete and their markers never
 * written. With other nodes about, a partition whose leader died has another one, and nothing is
 * left out.
 */
final class Predecessor {

  // Nobody is there whose session this could end too early.
  private static final String SESSION_MILLIS = "1000";
  private static final long LOOK_NANOS = 20_000_000;
  private static final long BOUND_NANOS = 60_000_000_000L;

  private Predecessor() {}

  /** Whether there is no other controller that has noticed its death. */
  static boolean nobodyElseReplacesIt(Properties properties) {
    return !properties.getProperty("controller.quorum.voters").contains(",");
  }

  /** Lets the controller run alone until it has ended the session of the broker that was. */
  static void fence(Properties properties) {
    var controller =
        new KafkaRaftServer(KafkaConfig.fromProps(controllerOf(properties), false), Time.SYSTEM);
    try {
      controller.startup();
      awaitFenced();
    } finally {
      controller.shutdown();
      controller.awaitShutdown();
    }
  }

  private static Properties controllerOf(Properties properties) {
    var alone = new Properties();
    alone.putAll(properties);
    var name = properties.getProperty("controller.listener.names");
    alone.put("process.roles", "controller");
    for (var listener : properties.getProperty("listeners").split(",")) {
      if (listener.startsWith(name + ":")) {
        alone.put("listeners", listener);
      }
    }
    alone.remove("advertised.listeners");
    alone.remove("inter.broker.listener.name");
    alone.put("broker.session.timeout.ms", SESSION_MILLIS);
    return alone;
  }

  private static void awaitFenced() {
    var until = System.nanoTime() + BOUND_NANOS;
    while (count("FencedBrokerCount") == 0 || count("ActiveBrokerCount") > 0) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException("the controller did not end the old broker's session");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  // The controller says it in no other way: it describes controllers, not brokers.
  private static int count(String metric) {
    try {
      var name = new ObjectName("kafka.controller:type=KafkaController,name=" + metric);
      return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Value"))
          .intValue();
    } catch (InstanceNotFoundException notYet) {
      return 0;
    } catch (JMException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
