package io.hamstring.worker.stage.detector;

import io.hamstring.worker.stage.detector.BoostedTrees.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The text form of {@link BoostedTrees}: a first line with the form's name, the bias, then a line
 * per tree: {@code feature:threshold} per inner node, a bar, the leaves. Numbers are millionths,
 * whole, so that no version of Java writes them otherwise.
 */
public final class ModelText {

  static final String TITLE = "hamstring boosted trees 1";
  private static final double MILLION = 1_000_000;

  private ModelText() {}

  /** The model's text. Its numbers must be {@link #rounded}. */
  public static String of(BoostedTrees model) {
    return TITLE
        + "\n"
        + millionths(model.bias())
        + "\n"
        + model.trees().stream().map(ModelText::line).collect(Collectors.joining("\n"))
        + "\n";
  }

  /**
   * Reads a model.
   *
   * @param count how many features there are
   * @throws IllegalArgumentException if the text is none
   */
  public static BoostedTrees parse(String text, int count) {
    return parse(text.lines().toList(), count);
  }

  static BoostedTrees parse(List<String> lines, int count) {
    if (lines.size() < 2 || !lines.get(0).equals(TITLE)) {
      throw new IllegalArgumentException("the model does not begin with '" + TITLE + "'");
    }
    var trees = new ArrayList<Tree>();
    for (var line : lines.subList(2, lines.size())) {
      trees.add(tree(line, count));
    }
    return new BoostedTrees(number(lines.get(1)), trees);
  }

  /** The number as the text form keeps it. */
  public static double rounded(double number) {
    return millionths(number) / MILLION;
  }

  static long millionths(double number) {
    return Math.round(number * MILLION);
  }

  private static String line(Tree tree) {
    var nodes =
        IntStream.range(0, tree.features().length)
            .mapToObj(i -> tree.features()[i] + ":" + millionths(tree.thresholds()[i]));
    var leaves = Arrays.stream(tree.leaves()).mapToObj(leaf -> Long.toString(millionths(leaf)));
    return nodes.collect(Collectors.joining(" ")) + " | " + leaves.collect(Collectors.joining(" "));
  }

  private static Tree tree(String line, int count) {
    var halves = line.split(" \\| ", -1);
    if (halves.length != 2) {
      throw new IllegalArgumentException("a tree is 'nodes | leaves', was '" + line + "'");
    }
    var nodes = List.of(halves[0].split(" "));
    var leaves = Arrays.stream(halves[1].split(" ")).mapToDouble(ModelText::number).toArray();
    if (leaves.length != nodes.size() + 1 || Integer.bitCount(leaves.length) != 1) {
      throw new IllegalArgumentException("a tree has one leaf more than nodes, was '" + line + "'");
    }
    var features = nodes.stream().mapToInt(node -> feature(node, count)).toArray();
    var thresholds =
        nodes.stream().mapToDouble(node -> number(node.substring(node.indexOf(':') + 1))).toArray();
    return new Tree(features, thresholds, leaves);
  }

  private static int feature(String node, int count) {
    int feature = Integer.parseInt(node.substring(0, Math.max(0, node.indexOf(':'))));
    if (feature < 0 || feature >= count) {
      throw new IllegalArgumentException("there is no feature " + feature);
    }
    return feature;
  }

  static double number(String millionths) {
    return Long.parseLong(millionths) / MILLION;
  }
}
