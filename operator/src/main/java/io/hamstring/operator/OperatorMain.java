package io.hamstring.operator;

import io.fabric8.kubernetes.client.Config;

/** The operator as a program of its own, in a pod; with an argument, a tool. */
public final class OperatorMain {

  private static final String LOG_SETTINGS = "logback.configurationFile";

  private OperatorMain() {}

  /** Runs until it is told to end. */
  public static void main(String[] arguments) throws InterruptedException {
    if (System.getProperty(LOG_SETTINGS) == null) {
      System.setProperty(LOG_SETTINGS, "logback-operator.xml");
    }
    if (arguments.length > 0) {
      System.exit(command(arguments));
      return;
    }
    // Without it the JDK's server keeps each answer of the webhook back for 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    OperatorSettings settings;
    try {
      settings = EnvironmentSettings.of(System.getenv());
    } catch (IllegalArgumentException unusable) {
      System.err.println(unusable.getMessage());
      System.exit(64);
      return;
    }
    var client = ApiClient.of(Config.autoConfigure(null));
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

  private static int command(String... arguments) throws InterruptedException {
    return switch (arguments[0]) {
      case "check", "try" ->
          new TryCommand(System.out, () -> ApiClient.of(Config.autoConfigure(null))).run(arguments);
      default -> ConvertCommand.run(arguments, System.out, System.err);
    };
  }
}
