package io.hamstring.worker;

import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.worker.boot.TerminationMessage;
import io.hamstring.worker.config.ConfigFile;
import io.hamstring.worker.config.EffectiveSettings;
import io.hamstring.worker.runtime.ExitCode;
import io.hamstring.worker.runtime.ParentWatch;
import io.hamstring.worker.runtime.PodEnvironment;
import io.hamstring.worker.runtime.WorkerProcess;
import io.hamstring.worker.stage.StageFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The worker's process: works when called without a command. */
@Command(
    name = "worker",
    description = "Works for one stage of a HamstringPipeline.",
    mixinStandardHelpOptions = true,
    subcommands = WorkerMain.Config.class)
public final class WorkerMain implements Callable<Integer> {

  /** Set to {@code true} by whoever keeps this process's standard input open while it lives. */
  static final String EXIT_ON_STDIN_EOF = "HAMSTRING_EXIT_ON_STDIN_EOF";

  private static final Logger LOG = LoggerFactory.getLogger(WorkerMain.class);

  private final Map<String, String> variables;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration file; $HAMSTRING_CONFIG, or /etc/hamstring/config.yaml.",
      scope = ScopeType.INHERIT)
  private Path path;

  private WorkerMain(Map<String, String> variables) {
    this.variables = variables;
  }

  public static void main(String[] arguments) {
    var variables = System.getenv();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          LOG.error("thread {} ended unexpectedly", thread.getName(), failure);
          Runtime.getRuntime().halt(ExitCode.FAILED.code());
        });
    if (Boolean.parseBoolean(variables.get(EXIT_ON_STDIN_EOF))) {
      ParentWatch.over(System.in, () -> Runtime.getRuntime().halt(ExitCode.ORPHANED.code()));
    }
    System.exit(
        new CommandLine(new WorkerMain(variables))
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  LOG.error("the worker ended unexpectedly", failure);
                  return ExitCode.FAILED.code();
                })
            .execute(arguments));
  }

  @Override
  public Integer call() {
    var pod = new PodEnvironment(variables);
    try {
      var settings = file().settings();
      return new WorkerProcess(settings, pod, Clock.systemUTC(), UnaryOperator.identity())
          .run()
          .code();
    } catch (InvalidSettings invalid) {
      LOG.error("the configuration cannot be used: {}", invalid.getMessage());
      pod.terminationLog()
          .ifPresent(
              log -> new TerminationMessage(null, invalid.getMessage()).writeIfPossible(log));
      return ExitCode.MISCONFIGURED.code();
    }
  }

  private ConfigFile file() {
    return ConfigFile.load(
        Optional.ofNullable(path).orElseGet(() -> ConfigFile.defaultPath(variables)), variables);
  }

  /** Groups what can be done with a configuration. */
  @Command(
      name = "config",
      description = "Looks at a configuration.",
      mixinStandardHelpOptions = true,
      subcommands = Show.class)
  static final class Config implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @CommandLine.ParentCommand private WorkerMain worker;

    @Override
    public Integer call() {
      spec.commandLine().usage(spec.commandLine().getOut());
      return CommandLine.ExitCode.USAGE;
    }
  }

  /** Prints what counts. */
  @Command(
      name = "show",
      description = "Prints each setting that is in effect and where it came from.",
      mixinStandardHelpOptions = true)
  static final class Show implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @CommandLine.ParentCommand private Config config;

    @Override
    public Integer call() {
      var out = spec.commandLine().getOut();
      try {
        var file = config.worker.file();
        EffectiveSettings.of(file, ownBounds(file)).forEach(out::println);
        out.flush();
        return CommandLine.ExitCode.OK;
      } catch (InvalidSettings invalid) {
        var err = spec.commandLine().getErr();
        err.println("The configuration cannot be used:");
        invalid.problems().forEach(problem -> err.println("  " + problem));
        err.flush();
        return ExitCode.MISCONFIGURED.code();
      }
    }

    private static BatchBounds ownBounds(ConfigFile file) {
      var stages =
          new StageFactory(
              WorkerMain.class.getClassLoader(),
              Clock.systemUTC(),
              new PodEnvironment(file.variables()).secretsFolder());
      try (var processor = stages.of(file.settings())) {
        return processor.ownBounds();
      }
    }
  }
}
