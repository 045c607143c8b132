package io.hamstring.worker.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays scenarios with real workers and brokers, and prints a table of what came of it. */
@Command(
    name = "scenarios.sh",
    description =
        "Plays failures of workers and brokers with real processes, and audits the outputs by"
            + " record id.",
    mixinStandardHelpOptions = true)
public final class ScenariosMain implements Callable<Integer> {

  private static final int DAY = 24 * 60;

  @ArgGroup(multiplicity = "1")
  private Choice choice;

  @Option(names = "--seed", description = "Draws the sample; the time of day by default.")
  private long seed = System.currentTimeMillis();

  @Option(names = "--resume", description = "Leaves out what went well in earlier runs.")
  private boolean resume;

  @Option(
      names = "--minutes",
      description = "Begins nothing after so long; --resume goes on from there.")
  private int minutes = Integer.MAX_VALUE;

  @Option(names = "--results", description = "The results file (${DEFAULT-VALUE}).")
  private Path results = Path.of("target", "scenarios.tsv");

  @Option(names = "--logs", description = "Where the logs go (${DEFAULT-VALUE}).")
  private Path logs = Path.of("target", "scenarios");

  /** Which cells. */
  static final class Choice {

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    @Option(names = "--sample", paramLabel = "N", description = "So many, drawn by the seed.")
    private int sample;

    @Option(names = "--only", paramLabel = "REGEX", description = "Those with such a name.")
    private Pattern only;

    List<Cell> cells(long seed) {
      if (only != null) {
        return Cell.all().stream().filter(cell -> only.matcher(cell.toString()).find()).toList();
      }
      return all
          ? Cell.all()
          : Stream.of(Topology.values())
              .flatMap(topology -> Cell.sample(topology, topology.share(sample), seed).stream())
              .toList();
    }
  }

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ScenariosMain()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    var known = Results.in(results, resume);
    var cells = choice.cells(seed).stream().filter(cell -> !known.hasGood(cell)).toList();
    System.out.println(cells.size() + " scenarios, seed " + seed);
    var until = System.nanoTime() + TimeUnit.MINUTES.toNanos(Math.min(minutes, DAY));
    var byKind =
        cells.stream()
            .collect(Collectors.groupingBy(Cell::kind, LinkedHashMap::new, Collectors.toList()));
    try (var stages = new Stages(logs)) {
      for (var kind : byKind.entrySet()) {
        var left = new ArrayDeque<>(kind.getValue());
        while (!left.isEmpty() && System.nanoTime() < until) {
          play(left, stages.scene(kind.getKey()), known, until);
        }
      }
    }
    if (!cells.stream().allMatch(known::has)) {
      System.out.println("out of time; go on with --resume");
    }
    known.table().forEach(System.out::println);
    return known.areGood() ? 0 : 1;
  }

  // What went wrong on a scene would go wrong again: the next cell gets another.
  private static void play(Deque<Cell> left, Scene scene, Results known, long until)
      throws IOException {
    try (scene) {
      Outcome latest;
      do {
        latest = scene.play(left.remove());
        System.out.println(latest.row() + " " + latest.took() + " s");
        known.add(latest);
      } while (latest.isGood() && !left.isEmpty() && System.nanoTime() < until);
      known.add(scene.end(latest));
    }
  }
}
