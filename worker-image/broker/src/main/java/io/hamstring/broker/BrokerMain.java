package io.hamstring.broker;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * The main of the broker's own JVM: formats the data folder if it is new, starts the broker, says
 * so on standard output, and ends when standard input does.
 */
final class BrokerMain {

  /** The line on standard output that says that the broker answers. */
  static final String READY = "broker ready";

  private BrokerMain() {}

  /**
   * @param arguments the path of {@code server.properties}
   */
  public static void main(String[] arguments) throws Exception {
    endWithParent();
    var answer = System.out;
    System.setOut(System.err);
    var properties = read(Path.of(arguments[0]));
    var users = (String) properties.remove(BrokerProperties.SCRAM_USERS);
    var cluster = (String) properties.remove(BrokerProperties.CLUSTER_ID);
    if (isNew(properties)) {
      format(properties, cluster, users.lines().toList());
    } else if (Predecessor.nobodyElseReplacesIt(properties)) {
      Predecessor.fence(properties);
    }
    var server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> shutDown(server), "broker-shutdown"));
    try {
      server.startup();
    } catch (RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
    answer.println(READY);
    answer.flush();
    server.awaitShutdown();
  }

  private static void endWithParent() {
    var watch =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException broken) {
                // The same as its end.
              }
              Runtime.getRuntime().halt(0);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static void shutDown(KafkaRaftServer server) {
    server.shutdown();
    server.awaitShutdown();
  }

  private static Properties read(Path file) throws IOException {
    var properties = new Properties();
    try (var in = new FileInputStream(file.toFile())) {
      properties.load(in);
    }
    return properties;
  }

  private static boolean isNew(Properties properties) {
    return !Files.exists(Path.of(properties.getProperty("log.dirs"), "meta.properties"));
  }

  private static void format(Properties properties, String cluster, List<String> users)
      throws Exception {
    var data = properties.getProperty("log.dirs");
    new Formatter()
        .setClusterId(cluster)
        .setNodeId(Integer.parseInt(properties.getProperty("node.id")))
        .setControllerListenerName(properties.getProperty("controller.listener.names"))
        .setMetadataLogDirectory(data)
        .setDirectories(List.of(data))
        .setScramArguments(users)
        .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
        .run();
  }
}
