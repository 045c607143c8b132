package io.hamstring.samples;

import io.hamstring.contract.Durations;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.Kill;
import io.hamstring.samples.runtime.RunFailed;
import io.hamstring.samples.runtime.RunOptions;
import io.hamstring.samples.runtime.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Runs a whole HamstringPipeline on this machine: the command line of {@code run-local.sh}. */
@Command(
    name = "run-local.sh",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs a HamstringPipeline on this machine, without a cluster: a real Kafka broker, a"
          + " Kubernetes API, the operator, and a process for each worker pod. Feeds DNS log lines"
          + " and shows stages, lag, alerts and conditions. Ctrl-C ends everything.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing lost, nothing doubled (with --once)",
      "1:the audit found a fault, or the run could not be carried out",
      "2:the command line cannot be followed",
      "3:the workers or the input were not ready in time",
      "130:ended by a signal, such as that of Ctrl-C"
    })
public final class LocalRunMain implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "PIPELINE.yaml",
      description =
          "File with one HamstringPipeline; its broker and audit settings are replaced. Default:"
              + " dns-pipeline.yaml beside this script.")
  private Path pipeline;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "JSON lines to feed, plain or gzipped, as HAMSTRING's sensor or Zeek itself writes them."
              + " Lines are sent as they stand. Default: generated traffic.")
  private Path input;

  @Option(
      names = "--records",
      paramLabel = "N",
      description =
          "How many records to feed. Default: the whole file; 20000 generated ones with --once, no"
              + " end without.")
  private Long records;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Seed of generated traffic; from 70000 on, its planted clients use only families of names"
              + " that the built-in model was not trained on. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--once",
      description = "Ends when the input is worked off, with an audit of every record.")
  private boolean once;

  @Option(
      names = "--kill",
      paramLabel = "STAGE@SECONDS",
      converter = KillReader.class,
      description =
          "Kills (SIGKILL) one running worker of the stage, that long after the feed began; may be"
              + " repeated. With --once the feed is spread so that three quarters of the input have"
              + " arrived at the last kill and the rest comes after it; a kill waits until its stage"
              + " has committed something.")
  private List<Kill> kills = List.of();

  @Option(
      names = "--clickhouse",
      description =
          "Starts a ClickHouse (Debian's clickhouse-server), lets the stages tell of their work, and"
              + " writes that to its tables with a stage 'monitoring', which --kill may name too. The"
              + " report counts the rows.")
  private boolean clickHouse;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes the audit as JSON to this file too.")
  private Path report;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "30m",
      converter = DurationReader.class,
      description = "Bound on a run with --once, such as 90s or 1h30m. Default: ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this text.")
  private boolean help;

  /** Runs and exits. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new LocalRunMain()).setParameterExceptionHandler(LocalRunMain::complain);
  }

  private static int complain(CommandLine.ParameterException fault, String[] arguments) {
    var err = fault.getCommandLine().getErr();
    err.println("run-local.sh: " + fault.getMessage());
    err.println("See run-local.sh --help.");
    return ExitStatus.USAGE.code();
  }

  @Override
  public Integer call() throws InterruptedException {
    try {
      return new Session(options(), Session.samplesFolder(), System.out).run().code();
    } catch (RunFailed e) {
      System.err.println("run-local.sh: " + e.getMessage());
      return e.status().code();
    }
  }

  RunOptions options() throws RunFailed {
    var options =
        new RunOptions(
            pipeline == null ? Session.samplesFolder().resolve("dns-pipeline.yaml") : pipeline,
            input,
            records,
            seed,
            once,
            kills,
            report,
            timeout,
            clickHouse);
    options.check();
    return options;
  }

  /** Reads {@code STAGE@SECONDS}. */
  static final class KillReader implements ITypeConverter<Kill> {
    @Override
    public Kill convert(String text) {
      try {
        return Kill.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Reads a duration in the product's syntax. */
  static final class DurationReader implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return Durations.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
