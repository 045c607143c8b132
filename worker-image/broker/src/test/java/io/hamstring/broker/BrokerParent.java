package io.hamstring.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A JVM that starts a broker and then waits to be killed.
 *
 * @param process the parent
 * @param brokerHandle its broker
 */
record BrokerParent(ChildProcess process, ProcessHandle brokerHandle) {

  /** Starts one; {@code mode} is {@code run} or {@code pause}. */
  static BrokerParent start(Path folder, String mode) throws IOException {
    var parent =
        ChildProcess.start(
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    BrokerParent.class.getName(),
                    folder.toString(),
                    mode)
                .redirectError(ProcessBuilder.Redirect.INHERIT));
    var reader = new BufferedReader(new InputStreamReader(parent.output(), StandardCharsets.UTF_8));
    var pid = Long.parseLong(reader.readLine());
    return new BrokerParent(parent, BrokerProcessTest.handle(pid));
  }

  public static void main(String[] arguments) throws IOException {
    var broker = BrokerProcess.start(BrokerOptions.forTests(Path.of(arguments[0])));
    if (arguments[1].equals("pause")) {
      broker.pause();
    }
    System.out.println(broker.pid());
    System.in.read();
    broker.close();
  }
}
