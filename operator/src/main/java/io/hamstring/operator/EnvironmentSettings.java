package io.hamstring.operator;

import io.hamstring.contract.Durations;
import io.hamstring.operator.OperatorSettings.Http;
import io.hamstring.operator.OperatorSettings.Leadership;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.operator.symptom.Tempo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The operator's settings as environment variables say them. */
final class EnvironmentSettings {

  static final String NAMESPACES = "HAMSTRING_WATCH_NAMESPACES";
  static final String IMAGE = "HAMSTRING_WORKER_IMAGE";
  static final String PULL_POLICY = "HAMSTRING_WORKER_IMAGE_PULL_POLICY";
  static final String PULL_SECRETS = "HAMSTRING_WORKER_IMAGE_PULL_SECRETS";
  static final String SWEEP_INTERVAL = "HAMSTRING_SWEEP_INTERVAL";
  static final String HTTP_ADDRESS = "HAMSTRING_HTTP_ADDRESS";
  static final String HTTP_PORT = "HAMSTRING_HTTP_PORT";
  static final String LEADER_ELECTION = "HAMSTRING_LEADER_ELECTION";
  static final String NAMESPACE = "HAMSTRING_POD_NAMESPACE";
  static final String POD = "HAMSTRING_POD_NAME";

  private static final int DEFAULT_PORT = 8080;

  private final Map<String, String> variables;
  private final List<String> problems = new ArrayList<>();

  private EnvironmentSettings(Map<String, String> variables) {
    this.variables = variables;
  }

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException naming every problem at once
   */
  static OperatorSettings of(Map<String, String> variables) {
    return new EnvironmentSettings(variables).settings();
  }

  private OperatorSettings settings() {
    var image = text(IMAGE, "");
    if (image.isBlank()) {
      problems.add(IMAGE + " is required: the image that workers run");
    }
    var interval = converted(SWEEP_INTERVAL, Durations::parse, OperatorSettings.SWEEP_INTERVAL);
    var port = converted(HTTP_PORT, EnvironmentSettings::port, DEFAULT_PORT);
    var leadership = leadership();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new OperatorSettings(
        Set.copyOf(list(NAMESPACES)),
        new WorkerImage(image, text(PULL_POLICY, null), list(PULL_SECRETS)),
        interval,
        Tempo.STANDARD,
        Http.on(text(HTTP_ADDRESS, "0.0.0.0"), port),
        leadership);
  }

  private Leadership leadership() {
    var choice = text(LEADER_ELECTION, "on");
    if (choice.equals("off")) {
      return Leadership.ALONE;
    }
    if (!choice.equals("on")) {
      problems.add(LEADER_ELECTION + " must be on or off, was '" + choice + "'");
    }
    var namespace = text(NAMESPACE, "");
    var pod = text(POD, "");
    if (namespace.isEmpty() || pod.isEmpty()) {
      problems.add(
          LEADER_ELECTION + " needs " + NAMESPACE + " and " + POD + "; set both, or turn it off");
    }
    return Leadership.elected(namespace, pod);
  }

  private static int port(String text) {
    if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65_535) {
      throw new IllegalArgumentException("must be a port from 0 to 65535, was '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  private List<String> list(String name) {
    return new ArrayList<>(
        new LinkedHashSet<>(
            Arrays.stream(text(name, "").split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList()));
  }

  private String text(String name, String otherwise) {
    var text = variables.get(name);
    return text == null || text.isBlank() ? otherwise : text.strip();
  }

  private <T> T converted(String name, Function<String, T> conversion, T otherwise) {
    var text = text(name, null);
    try {
      return text == null ? otherwise : conversion.apply(text);
    } catch (IllegalArgumentException refused) {
      problems.add(name + ": " + refused.getMessage());
      return otherwise;
    }
  }
}
