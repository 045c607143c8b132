package io.hamstring.samples.scale;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.hamstring.operator.ApiClient;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.desired.WorkerImage;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The operator in a process of its own, against the API at the first argument. Prints the port of
 * its metrics; answers each line of its input with the MiB of heap that are in use after a
 * collection; ends with its input.
 */
public final class ScaleOperatorMain {

  private static final int MIB = 1024 * 1024;

  private ScaleOperatorMain() {}

  public static void main(String[] arguments) throws Exception {
    var config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(arguments[0])
            .withNamespace("default")
            .withOnlyHttpWatches(true)
            .build();
    var client = ApiClient.of(config);
    try (var operator =
            HamstringOperator.start(
                client, OperatorSettings.embedded(WorkerImage.of("hamstring-worker:scale")));
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(operator.httpPort().orElseThrow());
      while (input.readLine() != null) {
        System.gc();
        System.gc();
        var runtime = Runtime.getRuntime();
        System.out.println((runtime.totalMemory() - runtime.freeMemory()) / MIB);
      }
    }
    System.exit(0);
  }
}
