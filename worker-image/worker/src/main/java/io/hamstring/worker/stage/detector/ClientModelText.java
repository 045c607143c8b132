package io.hamstring.worker.stage.detector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text form of {@link ClientModel}: a title, the table of letters (a line per character, then
 * the line of how common each is), the trees for names, the trees for batches. Numbers are whole
 * millionths.
 */
public final class ClientModelText {

  private static final String TITLE = "hamstring client model 1";
  private static final int LETTER_LINES = LetterPairs.KINDS + 2;

  private ClientModelText() {}

  /** The model's text. */
  public static String of(ClientModel model) {
    var lines = new ArrayList<String>();
    lines.add(TITLE);
    for (var row : model.letters().pairs()) {
      lines.add(line(row));
    }
    lines.add(line(model.letters().singles()));
    return String.join("\n", lines)
        + "\n"
        + ModelText.of(model.names())
        + ModelText.of(model.clients());
  }

  /**
   * Reads a model.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static ClientModel parse(String text) {
    var lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(TITLE)) {
      throw new IllegalArgumentException("the model does not begin with '" + TITLE + "'");
    }
    int names = 1 + LETTER_LINES;
    int clients = lines.lastIndexOf(ModelText.TITLE);
    if (clients <= names) {
      throw new IllegalArgumentException("the model has no trees for names and for batches");
    }
    return new ClientModel(
        letters(lines.subList(1, names)),
        ModelText.parse(lines.subList(names, clients), LabelFeatures.COUNT),
        ModelText.parse(lines.subList(clients, lines.size()), ClientBatch.FEATURES));
  }

  private static LetterPairs letters(List<String> lines) {
    int last = lines.size() - 1;
    var pairs = new double[last][];
    for (int i = 0; i < last; i++) {
      pairs[i] = numbers(lines.get(i), LetterPairs.KINDS + 1);
    }
    return new LetterPairs(pairs, numbers(lines.get(last), LetterPairs.KINDS));
  }

  private static String line(double[] numbers) {
    return Arrays.stream(numbers)
        .mapToObj(number -> Long.toString(ModelText.millionths(number)))
        .collect(Collectors.joining(" "));
  }

  private static double[] numbers(String line, int count) {
    var numbers = Arrays.stream(line.split(" ")).mapToDouble(ModelText::number).toArray();
    if (numbers.length != count) {
      throw new IllegalArgumentException("a line of letters has " + count + " numbers: " + line);
    }
    return numbers;
  }
}
