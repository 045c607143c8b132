package io.hamstring.samples;

import io.hamstring.contract.Durations;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.samples.drill.plan.DrillOptions;
import io.hamstring.samples.drill.plan.Guarding;
import io.hamstring.samples.drill.plan.Mode;
import io.hamstring.samples.drill.runtime.Drill;
import io.hamstring.samples.runtime.ExitStatus;
import io.hamstring.samples.runtime.RunFailed;
import io.hamstring.samples.runtime.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Hits a worker and measures what follows: the command line of {@code drill.sh}. */
@Command(
    name = "drill.sh",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Three workers share six partitions of 300 records a second, 5 ms of work for each, on this"
          + " machine: a real Kafka broker with its default settings, the operator, real processes."
          + " One worker is hit at a random moment. Tells how long its partitions stand still, what"
          + " a read_committed reader sees, and whether every record had its effect once.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing lost, nothing doubled in any run",
      "1:a run lost or doubled something, took longer than --takeover-bound, or could not be"
          + " carried out",
      "2:the command line cannot be followed"
    })
public final class DrillMain implements Callable<Integer> {

  private static final String BOTH = "both";
  private static final String ALL = "all";

  @Option(
      names = "--protocol",
      paramLabel = "classic|consumer|both",
      defaultValue = BOTH,
      description = "The group protocol. Default: ${DEFAULT-VALUE}.")
  private String protocol;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = ALL,
      description =
          "What happens to the worker: sigterm; sigkill (at any moment), sigkill-open (with an open"
              + " transaction), sigkill-pending (with offsets in it); sigstop (for 60 s); or all."
              + " Default: ${DEFAULT-VALUE}.")
  private String mode;

  @Option(
      names = "--guard",
      paramLabel = "on|off|both",
      defaultValue = BOTH,
      description = "Whether the operator's guard is enabled. Default: ${DEFAULT-VALUE}.")
  private String guard;

  @Option(
      names = "--standby",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Warm workers beside the three, of which one joins when one dies; needs --protocol"
              + " consumer. Default: ${DEFAULT-VALUE}.")
  private int standby;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "2",
      description = "Runs of each combination. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Seed of the first run of each combination: which worker is hit, and when; the next run"
              + " takes the next. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--warm-up",
      description =
          "Carries out one run first that does not count, so that broker and operator are those of a"
              + " cluster that has been there for a while.")
  private boolean warmUp;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Folder for report.json, report.html and a file for each run. Default: target/drill beside"
              + " this script.")
  private Path report;

  @Option(
      names = "--resume",
      description = "Keeps the runs that the folder holds, and does only those that are missing.")
  private boolean resume;

  @Option(
      names = "--within",
      paramLabel = "DURATION",
      defaultValue = "24h",
      description =
          "Begins no further run after that, such as 5m; go on later with --resume. Default:"
              + " ${DEFAULT-VALUE}.")
  private String within;

  @Option(
      names = "--takeover-bound",
      paramLabel = "DURATION",
      description = "A run with the guard on that takes longer, such as 10s, is a failure.")
  private String takeoverBound;

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
    return new CommandLine(new DrillMain())
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (failure instanceof TypeConversionException wrong) {
                command.getErr().println("drill.sh: " + wrong.getMessage());
                command.getErr().println("See drill.sh --help.");
                return ExitStatus.USAGE.code();
              }
              throw failure;
            });
  }

  @Override
  public Integer call() throws InterruptedException {
    var options = options();
    try {
      return new Drill(options, Session.samplesFolder(), System.out).run().code();
    } catch (RunFailed e) {
      System.err.println("drill.sh: " + e.getMessage());
      return e.status().code();
    }
  }

  DrillOptions options() {
    try {
      return new DrillOptions(
          protocol.equals(BOTH)
              ? List.of(GroupProtocol.values())
              : List.of(
                  GroupProtocol.ofId(protocol)
                      .orElseThrow(
                          () -> wrong("--protocol", "classic, consumer or both", protocol))),
          mode.equals(ALL)
              ? List.of(Mode.values())
              : List.of(Mode.ofId(mode).orElseThrow(() -> wrong("--mode", modes(), mode))),
          guards(),
          standby,
          runs,
          seed,
          warmUp,
          report == null
              ? Session.samplesFolder().resolve("target").resolve("drill")
              : report.toAbsolutePath(),
          resume,
          read("--within", within),
          Optional.ofNullable(takeoverBound).map(text -> read("--takeover-bound", text)));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private List<Guarding> guards() {
    return guard.equals(BOTH)
        ? List.of(Guarding.values())
        : List.of(
            Arrays.stream(Guarding.values())
                .filter(each -> each.id().equals(guard))
                .findFirst()
                .orElseThrow(() -> wrong("--guard", "on, off or both", guard)));
  }

  private static Duration read(String option, String text) {
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }

  private static String modes() {
    return String.join(", ", Arrays.stream(Mode.values()).map(Mode::id).toList()) + " or all";
  }

  private static IllegalArgumentException wrong(String option, String allowed, String given) {
    return new IllegalArgumentException(option + " must be " + allowed + ", was '" + given + "'");
  }
}
