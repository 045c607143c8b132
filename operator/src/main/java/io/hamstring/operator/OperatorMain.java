package io.hamstring.operator;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** The operator as a program of its own, in a pod; with {@code convert}, a tool on a desk. */
public final class OperatorMain {

  private static final String LOG_SETTINGS = "logback.configurationFile";

  private OperatorMain() {}

  /** Runs until it is told to end. */
  public static void main(String[] arguments) throws InterruptedException {
    if (System.getProperty(LOG_SETTINGS) == null) {
      System.setProperty(LOG_SETTINGS, "logback-operator.xml");
    }
    if (arguments.length > 0) {
      System.exit(ConvertCommand.run(arguments, System.out, System.err));
      return;
    }
    OperatorSettings settings;
    try {
      settings = EnvironmentSettings.of(System.getenv());
    } catch (IllegalArgumentException unusable) {
      System.err.println(unusable.getMessage());
      System.exit(64);
      return;
    }
    var client = new KubernetesClientBuilder().build();
    var operator = HamstringOperator.start(client, settings);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  operator.stop();
                  client.close();
                },
                "stop"));
    Thread.currentThread().join();
  }
}
