package io.hamstring.worker.stage;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Which of a stage's output topics get what. */
final class OutputTopics {

  private final Stage stage;
  private final List<String> problems;

  OutputTopics(Stage stage, List<String> problems) {
    this.stage = stage;
    this.problems = problems;
  }

  /** The topics whose readers are of one of these types, in the order of the settings. */
  List<String> readBy(StageType... types) {
    var readers = List.of(types);
    return stage.outputs().stream()
        .filter(output -> readers.contains(output.to()))
        .map(output -> output.topic())
        .distinct()
        .toList();
  }

  /** Adds a problem unless there is an output and every output has a reader of these types. */
  void allow(StageType... types) {
    var readers = Arrays.asList(types);
    var names =
        new ArrayList<>(readers).stream().map(StageType::id).collect(Collectors.joining(" or "));
    if (stage.outputs().isEmpty()) {
      problems.add("outputs: a " + stage.type().id() + " needs a topic that a " + names + " reads");
    }
    for (var output : stage.outputs()) {
      if (!readers.contains(output.to())) {
        problems.add(
            "outputs: a "
                + stage.type().id()
                + " writes for a "
                + names
                + ", but "
                + output.topic()
                + " is read by a "
                + output.to().id());
      }
    }
  }
}
