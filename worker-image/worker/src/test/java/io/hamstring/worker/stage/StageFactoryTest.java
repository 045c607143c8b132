package io.hamstring.worker.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StageFactoryTest {

  private static final Output OUT = new Output("out", StageType.CUSTOM);

  @ParameterizedTest
  @CsvSource({
    "LOGSERVER, LogserverProcessor", "COLLECTOR, CollectorProcessor",
    "PREFILTER, PrefilterProcessor", "INSPECTOR, InspectorProcessor",
    "DETECTOR,  DetectorProcessor", "ALERTER,   AlerterProcessor",
  })
  void everyTypeHasABuiltIn(StageType type, String name) {
    var processor = StageSettings.factory().of(StageSettings.of(type, null, Map.of(), OUT));

    assertThat(processor.getClass().getSimpleName()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"LOGSERVER", "COLLECTOR", "PREFILTER", "INSPECTOR", "DETECTOR", "ALERTER"})
  void aKeyThatATypeDoesNotKnowIsRefusedByName(StageType type) {
    assertThat(problems(type, null, Map.of("bachSize", 7), OUT))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("config.bachSize: is not known here; known are ");
  }

  @Test
  void allProblemsAreNamedAtOnce() {
    var problems =
        problems(
            StageType.COLLECTOR,
            null,
            Map.of("batchSize", 0, "batchTimeout", 30, "ipv4PrefixLength", 33, "nonsense", 1));

    assertThat(problems)
        .anyMatch(p -> p.startsWith("config.batchSize: must be a whole number from 1 "))
        .anyMatch(p -> p.startsWith("config.batchTimeout: '30' is no duration"))
        .anyMatch(p -> p.startsWith("config.ipv4PrefixLength: must be a whole number from 1 to 32"))
        .anyMatch(p -> p.startsWith("config.nonsense: is not known here"))
        .anyMatch(p -> p.startsWith("outputs: a collector needs a topic"))
        .hasSize(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LOGSERVER | keyBy              | host      | config.keyBy: must be subnet or messageId
          PREFILTER | relevanceMethod    | all       | config.relevanceMethod: must be one of no_
          INSPECTOR | inspectorClassName | Inspector | config.inspectorClassName: must be NoInsp
          INSPECTOR | maxRecordBytes     | 10        | config.maxRecordBytes: must be from 1k
          DETECTOR  | detectorClassName  | X         | config.detectorClassName: must be DGADet
          DETECTOR  | threshold          | 1.5       | config.threshold: must be a number from 0
          ALERTER   | logToFile          | maybe     | config.logToFile: must be true or false
          ALERTER   | logRotation        | 7         | config.logRotation: must be a mapping
          """)
  void aWrongValueIsNamedWithWhatIsRight(StageType type, String key, String value, String problem) {
    assertThat(problems(type, null, Map.of(key, value), OUT))
        .hasSize(1)
        .first()
        .asString()
        .startsWith(problem);
  }

  @Test
  void aReaderThatCannotReadTheFormatIsRefused() {
    assertThat(problems(StageType.LOGSERVER, null, Map.of(), new Output("x", StageType.DETECTOR)))
        .containsExactly(
            "outputs: a logserver writes for a collector or custom, but x is read by a detector");
    assertThat(problems(StageType.ALERTER, null, Map.of()))
        .containsExactly(
            "outputs: an alerter needs an output topic, config.logToFile: true or config.webhook");
    assertThat(problems(StageType.CUSTOM, null, Map.of(), OUT))
        .containsExactly("className or config.sidecar: one is required for a custom stage");
  }

  @Test
  void aSinkReadsMonitoringTopicsAndWritesNone() {
    var wrong = Map.<String, Object>of("connectTimeout", "1ms", "database", "a-b", "batchSize", 0);

    assertThat(problems(StageType.MONITORING, null, wrong, OUT))
        .anyMatch(p -> p.startsWith("config.url: is required, such as http"))
        .anyMatch(p -> p.startsWith("config.connectTimeout: must be from 100ms to 10m"))
        .anyMatch(p -> p.startsWith("config.database: must be letters, digits and '_'"))
        .anyMatch(p -> p.startsWith("config.batchSize: must be a whole number from 1"))
        .anyMatch(p -> p.startsWith("outputs: a monitoring stage writes to ClickHouse only"))
        .anyMatch(p -> p.startsWith("inputs: in is no monitoring topic; they are clickhouse_al"))
        .hasSize(6);
    assertThat(problems(StageType.MONITORING, null, Map.of("url", "http://u:secret@ch:8123")))
        .contains("config.url: must hold no user; name the Secret's files instead")
        .noneMatch(problem -> problem.contains("secret@"));
  }

  @ParameterizedTest
  @CsvSource({
    "io.hamstring.worker.stage.StageFactoryTest$Own",
    "io.hamstring.worker.stage.StageFactoryTest$Provider",
    "io.hamstring.worker.stage.StageFactoryTest$Listed",
    "listed",
  })
  void aUsersClassIsMadeByItsConstructorByAProviderOrByAListedName(String className) {
    for (var type : List.of(StageType.CUSTOM, StageType.DETECTOR)) {
      var settings = StageSettings.of(type, className, Map.of("any", 1), OUT);

      assertThat(StageSettings.factory().of(settings)).isInstanceOf(Own.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no.such.Class                                       | is not on the class path; providers there are listed
          java.lang.String                                    | is neither a
          io.hamstring.worker.stage.StageFactoryTest$NoWay    | a public constructor without arguments
          io.hamstring.worker.stage.StageFactoryTest$Failing  | failed when it was made: java.lang.Ill
          io.hamstring.worker.stage.StageFactoryTest$Picky    | config.any: is wrong
          """)
  void aUsersClassThatCannotBeMadeSaysWhy(String className, String why) {
    assertThat(problems(StageType.CUSTOM, className, Map.of(), OUT))
        .hasSize(1)
        .first()
        .asString()
        .contains(why);
  }

  private static List<String> problems(
      StageType type, String className, Map<String, Object> config, Output... outputs) {
    var settings = StageSettings.of(type, className, config, outputs);
    return catchThrowableOfType(InvalidSettings.class, () -> StageSettings.factory().of(settings))
        .problems();
  }

  /** A user's processor. */
  public static class Own implements StageProcessor<Void> {

    @Override
    public Result<Void> process(Batch batch, Void state) {
      return new Result.Builder().build();
    }
  }

  /** A provider that nobody lists. */
  public static class Provider implements StageProcessorProvider {

    @Override
    public String name() {
      return "unlisted";
    }

    @Override
    public StageProcessor<?> processor(WorkerSettings settings) {
      return new Own();
    }
  }

  /** A provider that the class path lists. */
  public static final class Listed extends Provider {

    @Override
    public String name() {
      return "listed";
    }
  }

  /** A processor that cannot be made from outside. */
  public static final class NoWay extends Own {

    /** Wants something that the factory does not have. */
    public NoWay(String argument) {
      assertThat(argument).isNotNull();
    }
  }

  /** A processor that fails when it is made. */
  public static final class Failing extends Own {

    /** Fails. */
    public Failing() {
      throw new IllegalStateException("no model");
    }
  }

  /** A processor that refuses its settings. */
  public static final class Picky extends Own {

    /** Refuses. */
    public Picky() {
      throw new InvalidSettings(List.of("config.any: is wrong"));
    }
  }
}
