package io.hamstring.worker.stage;

import static io.hamstring.contract.StageType.ALERTER;
import static io.hamstring.contract.StageType.COLLECTOR;
import static io.hamstring.contract.StageType.CUSTOM;
import static io.hamstring.contract.StageType.DETECTOR;
import static io.hamstring.contract.StageType.INSPECTOR;
import static io.hamstring.contract.StageType.PREFILTER;

import io.hamstring.contract.StageType;
import io.hamstring.contract.names.MonitoringTopics;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.Section;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.alerter.AlerterProcessor;
import io.hamstring.worker.stage.alerter.AlerterSettings;
import io.hamstring.worker.stage.collector.CollectorProcessor;
import io.hamstring.worker.stage.collector.CollectorSettings;
import io.hamstring.worker.stage.detector.BuiltInModel;
import io.hamstring.worker.stage.detector.DetectorOutputs;
import io.hamstring.worker.stage.detector.DetectorProcessor;
import io.hamstring.worker.stage.detector.DetectorSettings;
import io.hamstring.worker.stage.detector.DomainFeatures;
import io.hamstring.worker.stage.detector.NameScorer;
import io.hamstring.worker.stage.detector.domainator.DomainatorProcessor;
import io.hamstring.worker.stage.detector.domainator.WindowModel;
import io.hamstring.worker.stage.detector.onnx.ModelFiles;
import io.hamstring.worker.stage.inspector.Inspector;
import io.hamstring.worker.stage.inspector.InspectorProcessor;
import io.hamstring.worker.stage.inspector.InspectorSettings;
import io.hamstring.worker.stage.logserver.LogserverProcessor;
import io.hamstring.worker.stage.logserver.LogserverSettings;
import io.hamstring.worker.stage.prefilter.PrefilterProcessor;
import io.hamstring.worker.stage.prefilter.PrefilterSettings;
import io.hamstring.worker.stage.sidecar.SidecarProcessor;
import io.hamstring.worker.stage.sidecar.SidecarSettings;
import io.hamstring.worker.stage.sink.SinkProcessor;
import io.hamstring.worker.stage.sink.SinkSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Makes the processor of a stage from a worker's settings. */
public final class StageFactory {

  /** A prefilter, an inspector and a detector read the same format, so each can be left out. */
  private static final StageType[] BATCH_READERS = {PREFILTER, INSPECTOR, DETECTOR, CUSTOM};

  /** The key of a stage's {@code config} that says that the work is done beside the worker. */
  private static final String SIDECAR = "sidecar";

  private final ClassLoader loader;
  private final Clock clock;
  private final Path secrets;

  /**
   * A factory.
   *
   * @param loader where users' classes are looked for
   * @param clock what the alerter's files grow old by
   * @param secrets the folder of the files that hold passwords and certificates
   */
  public StageFactory(ClassLoader loader, Clock clock, Path secrets) {
    this.loader = loader;
    this.clock = clock;
    this.secrets = secrets;
  }

  /**
   * The processor of the worker's stage: the user's class or sidecar when there is one, the
   * built-in of the type otherwise.
   *
   * @throws InvalidSettings naming every problem of the stage's {@code config} and outputs at once
   */
  public StageProcessor<?> of(WorkerSettings settings) {
    var stage = settings.stage();
    if (stage.className() != null) {
      return UserProcessors.of(settings, loader);
    }
    return stage.config().containsKey(SIDECAR)
        ? sidecar(stage)
        : new BuiltIn(stage, clock, secrets).processor();
  }

  private static StageProcessor<?> sidecar(Stage stage) {
    var problems = new ArrayList<String>();
    var config = Section.at("config", stage.config(), problems);
    var settings = SidecarSettings.of(config.section(SIDECAR));
    config.refuseOtherKeys();
    if (!problems.isEmpty()) {
      throw new InvalidSettings(problems);
    }
    var topics = stage.outputs().stream().map(output -> output.topic()).distinct().toList();
    return new SidecarProcessor(settings, stage.name(), topics);
  }

  /** A built-in stage while its settings are read. */
  private static final class BuiltIn {

    private final Stage stage;
    private final Clock clock;
    private final Path secrets;
    private final List<String> problems = new ArrayList<>();
    private final Section config;
    private final OutputTopics outputs;

    BuiltIn(Stage stage, Clock clock, Path secrets) {
      this.stage = stage;
      this.clock = clock;
      this.secrets = secrets;
      this.config = Section.at("config", stage.config(), problems);
      this.outputs = new OutputTopics(stage, problems);
    }

    StageProcessor<?> processor() {
      return switch (stage.type()) {
        case LOGSERVER -> logserver();
        case COLLECTOR -> collector();
        case PREFILTER -> prefilter();
        case INSPECTOR -> inspector();
        case DETECTOR -> detector();
        case ALERTER -> alerter();
        case MONITORING -> monitoring();
        case CUSTOM ->
            throw new InvalidSettings(
                List.of("className or config.sidecar: one is required for a custom stage"));
      };
    }

    private StageProcessor<?> logserver() {
      var settings = LogserverSettings.of(config);
      outputs.allow(COLLECTOR, CUSTOM);
      return made(() -> new LogserverProcessor(settings, outputs.readBy(COLLECTOR, CUSTOM)));
    }

    private StageProcessor<?> collector() {
      var settings = CollectorSettings.of(config);
      outputs.allow(BATCH_READERS);
      return made(() -> new CollectorProcessor(settings, outputs.readBy(BATCH_READERS)));
    }

    private StageProcessor<?> prefilter() {
      var settings = PrefilterSettings.of(config);
      outputs.allow(BATCH_READERS);
      return made(() -> new PrefilterProcessor(settings, outputs.readBy(BATCH_READERS)));
    }

    private StageProcessor<?> inspector() {
      var settings = InspectorSettings.of(config);
      outputs.allow(BATCH_READERS);
      return made(() -> inspector(settings.inspector(), settings));
    }

    private <S> StageProcessor<S> inspector(Inspector<S> inspector, InspectorSettings settings) {
      return new InspectorProcessor<>(inspector, settings.limits(), outputs.readBy(BATCH_READERS));
    }

    private StageProcessor<?> detector() {
      var settings = DetectorSettings.of(config);
      outputs.allow(ALERTER, DETECTOR, CUSTOM);
      var topics =
          new DetectorOutputs(
              stage.topicName(),
              settings.limits(),
              outputs.readBy(ALERTER, CUSTOM),
              outputs.readBy(DETECTOR));
      return made(() -> detector(settings, topics));
    }

    private static StageProcessor<?> detector(DetectorSettings settings, DetectorOutputs topics) {
      var file = settings.model();
      return switch (settings.detector()) {
        case DGA ->
            new DetectorProcessor(
                file == null
                    ? BuiltInModel.load()
                    : new NameScorer(ModelFiles.read(file, DomainFeatures.COUNT)),
                settings.threshold(),
                topics);
        case DOMAINATOR ->
            new DomainatorProcessor(
                file == null
                    ? WindowModel.builtIn()
                    : WindowModel.of(ModelFiles.read(file, WindowModel.SIMILARITIES)),
                settings.threshold(),
                settings.ignoredDomains(),
                settings.maxWindows(),
                topics);
      };
    }

    private StageProcessor<?> alerter() {
      var settings = AlerterSettings.of(config);
      if (stage.outputs().isEmpty() && !settings.logToFile() && settings.webhook() == null) {
        problems.add(
            "outputs: an alerter needs an output topic, config.logToFile: true or config.webhook");
      }
      var topics = stage.outputs().stream().map(output -> output.topic()).distinct().toList();
      return made(() -> new AlerterProcessor(settings, topics, clock));
    }

    private StageProcessor<?> monitoring() {
      var settings = SinkSettings.of(config);
      if (!stage.outputs().isEmpty()) {
        problems.add("outputs: a monitoring stage writes to ClickHouse only; leave them out");
      }
      for (var topic : stage.inputs()) {
        if (MonitoringTopics.tableOf(topic).isEmpty()) {
          problems.add(
              "inputs: "
                  + topic
                  + " is no monitoring topic; they are "
                  + String.join(", ", MonitoringTopics.all()));
        }
      }
      return made(() -> new SinkProcessor(settings, secrets));
    }

    private StageProcessor<?> made(Supplier<StageProcessor<?>> processor) {
      if (!problems.isEmpty()) {
        throw new InvalidSettings(problems);
      }
      return processor.get();
    }
  }
}
