package io.hamstring.operator;

import io.hamstring.contract.Durations;
import io.hamstring.operator.OperatorSettings.Http;
import io.hamstring.operator.OperatorSettings.Leadership;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.operator.symptom.Tempo;
import io.hamstring.operator.webhook.WebhookSettings;
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

  static final String WEBHOOK = "HAMSTRING_WEBHOOK";
  static final String WEBHOOK_PORT = "HAMSTRING_WEBHOOK_PORT";
  static final String WEBHOOK_SERVICE = "HAMSTRING_WEBHOOK_SERVICE";
  static final String WEBHOOK_SECRET = "HAMSTRING_WEBHOOK_SECRET";
  static final String WEBHOOK_CONFIGURATION = "HAMSTRING_WEBHOOK_CONFIGURATION";

  private static final int DEFAULT_PORT = 8080;
  private static final int DEFAULT_WEBHOOK_PORT = 9443;
  private static final String DEFAULT_WEBHOOK_NAME = "hamstring-operator-webhook";

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
    var webhook = webhook();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new OperatorSettings(
        Set.copyOf(list(NAMESPACES)),
        new WorkerImage(image, text(PULL_POLICY, null), list(PULL_SECRETS)),
        interval,
        Tempo.STANDARD,
        Http.on(text(HTTP_ADDRESS, "0.0.0.0"), port),
        leadership,
        webhook,
        text(NAMESPACE, "default"));
  }

  private WebhookSettings webhook() {
    if (isOff(WEBHOOK, "off")) {
      return WebhookSettings.OFF;
    }
    var namespace = text(NAMESPACE, "");
    if (namespace.isEmpty()) {
      problems.add(WEBHOOK + " needs " + NAMESPACE + "; set it, or turn the webhook off");
    }
    return new WebhookSettings(
        text(HTTP_ADDRESS, "0.0.0.0"),
        converted(WEBHOOK_PORT, EnvironmentSettings::port, DEFAULT_WEBHOOK_PORT),
        namespace,
        text(WEBHOOK_SERVICE, DEFAULT_WEBHOOK_NAME),
        text(WEBHOOK_SECRET, DEFAULT_WEBHOOK_NAME),
        text(WEBHOOK_CONFIGURATION, DEFAULT_WEBHOOK_NAME));
  }

  private boolean isOff(String name, String otherwise) {
    var choice = text(name, otherwise);
    if (!choice.equals("on") && !choice.equals("off")) {
      problems.add(name + " must be on or off, was '" + choice + "'");
    }
    return choice.equals("off");
  }

  private Leadership leadership() {
    if (isOff(LEADER_ELECTION, "on")) {
      return Leadership.ALONE;
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
