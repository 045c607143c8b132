package io.hamstring.operator.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.contract.names.TopicNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The stages of a HAMSTRING configuration: one for each instance that it names, each reading from
 * the instance that it names. An instance without a counterpart is left out, and so is one whose
 * output nobody would read then.
 */
final class ConvertedStages {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String GENERIC = "generic";
  private static final String DGA = "DGADetector";
  private static final String SERIES = "StreamADInspector";
  private static final Set<String> DETECTORS = Set.of(DGA, "DomainatorDetector");

  private final Source pipeline;
  private final Source prefixes;
  private final WorkerCounts workers;
  private final List<String> lost;
  private final Map<String, Made> made = new LinkedHashMap<>();
  private final Map<String, JsonNode> rulesOfCollectors = new HashMap<>();

  ConvertedStages(Source root, List<String> lost) {
    this.pipeline = root.at("pipeline");
    this.prefixes = root.at("environment", "kafka_topics_prefix", "pipeline");
    this.workers = new WorkerCounts(pipeline.at("scaling"));
    this.lost = lost;
  }

  /** A stage, with whom it reads, by HAMSTRING's name. */
  private record Made(String type, ObjectNode stage, ObjectNode config, Set<String> reads) {}

  void addTo(ArrayNode stages) {
    collectors();
    prefilters();
    inspectors();
    var alerting = detectors();
    alerter(alerting);
    dropUnread();
    var names = names();
    made.forEach(
        (name, stage) -> {
          var object = stage.stage();
          if (!stage.reads().isEmpty()) {
            var inputs = object.putObject("inputs").putArray("stages");
            stage.reads().stream().map(names::get).forEach(inputs::add);
          }
          stages.add(named(names.get(name), name, stage));
        });
  }

  private static ObjectNode named(String stageName, String name, Made stage) {
    var object = NODES.objectNode().put("name", stageName).put("type", stage.type());
    if (!stageName.equals(name)) {
      object.put("topicName", name);
    }
    object.setAll(stage.stage());
    if (!stage.config().isEmpty()) {
      object.set("config", stage.config());
    }
    return object;
  }

  private Made add(String type, String name, String module, String... reads) {
    var stage = NODES.objectNode().put("replicas", workers.of(module, name));
    var added = new Made(type, stage, NODES.objectNode(), new LinkedHashSet<>(List.of(reads)));
    made.put(name, added);
    return added;
  }

  private void collectors() {
    var collection = pipeline.at("log_collection");
    var defaults = collection.at("default_batch_handler_config");
    for (var given : collection.at("collectors").items()) {
      var name = given.at("name").text().orElse("collector");
      var protocol = given.at("protocol_base").text().orElse("dns");
      var override = given.at("batch_handler_config_override");
      var config = add("collector", name, "log_collection.collector", logserver(protocol)).config();
      either(override, defaults, "batch_size")
          .ifPresent(size -> config.put("batchSize", size.intValue()));
      either(override, defaults, "batch_timeout")
          .ifPresent(seconds -> config.put("batchTimeout", Conversion.seconds(seconds)));
      either(override.at("subnet_id"), defaults.at("subnet_id"), "ipv4_prefix_length")
          .ifPresent(length -> config.put("ipv4PrefixLength", length.intValue()));
      either(override.at("subnet_id"), defaults.at("subnet_id"), "ipv6_prefix_length")
          .ifPresent(length -> config.put("ipv6PrefixLength", length.intValue()));
      given
          .at("required_log_information")
          .raw()
          .ifPresent(
              rules -> {
                config.set("requiredLogInformation", rules);
                rulesOfCollectors.put(name, rules);
              });
      for (var prefix : List.of("ipv4PrefixLength", "ipv6PrefixLength")) {
        if (config.has(prefix)) {
          made.get(logserver(protocol)).config().set(prefix, config.get(prefix));
        }
      }
    }
  }

  private static Optional<BigDecimal> either(Source first, Source second, String key) {
    var fallback = second.at(key).decimal();
    return first.at(key).decimal().or(() -> fallback);
  }

  private String logserver(String protocol) {
    var name = "logserver-" + protocol;
    if (!made.containsKey(name)) {
      var topic = prefixes.at("logserver_in").text().orElse("hamstring_input") + "-" + protocol;
      var stage = add("logserver", name, "log_storage.logserver");
      stage.stage().put("replicas", workers.of("log_storage.logserver", topic));
      stage.stage().putObject("inputs").putArray("topics").add(topic);
    }
    return name;
  }

  private void prefilters() {
    for (var given : pipeline.at("log_filtering").items()) {
      var name = given.at("name").text().orElse("prefilter");
      var collector = given.at("collector_name").text().orElse("");
      var config = add("prefilter", name, "log_filtering.prefilter", collector).config();
      config.put(
          "relevanceMethod", given.at("relevance_method").text().orElse("no_relevance_check"));
      Optional.ofNullable(rulesOfCollectors.get(collector))
          .ifPresent(rules -> config.set("requiredLogInformation", rules));
    }
  }

  private void inspectors() {
    for (var given : pipeline.at("data_inspection").items()) {
      var name = given.at("name").text().orElse("inspector");
      var prefilter = given.at("prefilter_name").text().orElse("");
      var config = add("inspector", name, "data_inspection.inspector", prefilter).config();
      given.at("inspector_module_name").raw();
      var className = given.at("inspector_class_name").text().orElse("NoInspector");
      if (className.equals(SERIES)) {
        config.put("inspectorClassName", SERIES);
        SeriesConfig.of(given, config, lost);
      } else {
        config.put("inspectorClassName", "NoInspector");
        if (!className.equals("NoInspector")) {
          lost.add(
              given.at("inspector_class_name").path()
                  + ": there is no "
                  + className
                  + "; NoInspector stands in and finds everything suspicious");
        }
      }
    }
  }

  /** The detectors whose alerts the generic alerter reads. */
  private List<String> detectors() {
    var alerting = new ArrayList<String>();
    var next = new LinkedHashMap<String, List<String>>();
    for (var given : pipeline.at("data_analysis").items()) {
      var name = given.at("name").text().orElse("detector");
      given.at("detector_module_name").raw();
      var className = given.at("detector_class_name").text().orElse(DGA);
      var reads = reads(given);
      if (!DETECTORS.contains(className)) {
        given.raw();
        lost.add(given.path() + ": " + name + " (" + className + ") is left out");
        continue;
      }
      var stage = add("detector", name, "data_analysis.detector", reads.toArray(String[]::new));
      stage.config().put("detectorClassName", className);
      given.at("threshold").decimal().ifPresent(t -> stage.config().put("threshold", t));
      next.put(name, names(given, "next_detectors", "produce_detector_topics"));
      if (given.at("send_to_alerter").flag(true)) {
        var targets = given.at("produce_topics").names();
        if (targets.isEmpty() || targets.remove(GENERIC)) {
          alerting.add(name);
        }
        others(stage, targets);
      }
    }
    chain(next);
    return alerting;
  }

  /** Whom a detector reads: its inspector, or the detectors that it names before it. */
  private static List<String> reads(Source given) {
    var inspector = given.at("inspector_name").text();
    var before =
        names(given, "upstream_detector_name", "source_detector_name", "input_detector_name");
    boolean fromDetector =
        given
            .at("consume_from")
            .text()
            .map("detector"::equals)
            .orElse(inspector.isEmpty() || !before.isEmpty());
    return fromDetector ? before : inspector.stream().toList();
  }

  private static List<String> names(Source given, String... keys) {
    return Stream.of(keys).flatMap(key -> given.at(key).names().stream()).distinct().toList();
  }

  /** Joins detectors to those that name them, and leaves out whom no detector is there to feed. */
  private void chain(Map<String, List<String>> next) {
    next.forEach(
        (name, readers) ->
            readers.stream()
                .filter(next::containsKey)
                .map(reader -> made.get(reader).reads())
                .filter(next.keySet()::containsAll)
                .forEach(reads -> reads.add(name)));
    var gone = true;
    while (gone) {
      gone =
          made.entrySet()
              .removeIf(
                  stage -> {
                    boolean unfed =
                        next.containsKey(stage.getKey())
                            && Collections.disjoint(made.keySet(), stage.getValue().reads());
                    stage.getValue().reads().removeIf(before -> !made.containsKey(before));
                    if (unfed) {
                      lost.add(stage.getKey() + ": is left out, for what it reads is not there");
                    }
                    return unfed;
                  });
    }
  }

  private void others(Made detector, List<String> targets) {
    if (targets.isEmpty()) {
      return;
    }
    var prefix = prefixes.at("detector_to_alerter").text().orElse("pipeline-detector_to_alerter");
    var topics = detector.stage().putObject("outputs").putArray("topics");
    targets.forEach(target -> topics.add(prefix + "-" + target));
  }

  private void alerter(List<String> detectors) {
    var given = pipeline.at("alerting");
    if (detectors.isEmpty()) {
      return;
    }
    var alerter = add("alerter", GENERIC, "pipeline.alerter", detectors.toArray(String[]::new));
    var config = alerter.config();
    config.put("logToFile", given.at("log_to_file").flag(false));
    given.at("log_file_path").text().ifPresent(path -> config.put("logFilePath", path));
    var rotation = config.putObject("logRotation");
    rotation.put("enabled", given.at("log_rotation", "enabled").flag(false));
    rotation.put("retentionDays", given.at("log_rotation", "retention_days").number().orElse(7));
    var topic = given.at("external_kafka_topic").text().orElse("external_alerts_topic");
    if (given.at("log_to_kafka").flag(false)) {
      alerter.stage().putObject("outputs").putArray("topics").add(topic);
    } else if (!config.get("logToFile").asBoolean()) {
      lost.add(given.path() + ": alerts go nowhere there; here they go to " + TopicNames.alerts());
    }
  }

  private void dropUnread() {
    var dropped = true;
    while (dropped) {
      var reads = new LinkedHashSet<String>();
      made.values().forEach(stage -> reads.addAll(stage.reads()));
      dropped =
          made.entrySet()
              .removeIf(
                  entry -> {
                    var ends =
                        entry.getValue().type().equals("alerter")
                            || entry.getValue().stage().has("outputs")
                            || reads.contains(entry.getKey());
                    if (!ends) {
                      lost.add(entry.getKey() + ": is left out, for nobody would read its output");
                    }
                    return !ends;
                  });
    }
  }

  /** Kubernetes' names by HAMSTRING's. */
  private Map<String, String> names() {
    var names = new LinkedHashMap<String, String>();
    for (var name : made.keySet()) {
      var base =
          name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
      var free = base.isEmpty() ? "stage" : base;
      for (int i = 2; names.containsValue(free); i++) {
        free = base + "-" + i;
      }
      names.put(name, free);
    }
    return names;
  }
}
