package io.hamstring.worker.stage.detector;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.detector.Alert.Warning;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.MalformedBatchException;
import java.util.ArrayList;
import java.util.List;

/**
 * The detector of generated domain names: one alert for each batch of a client in which the model
 * finds a malicious name; the lines with such names go to the detectors after it.
 */
public final class DetectorProcessor implements StageProcessor<Void> {

  private final LineScorer scorer;
  private final double threshold;
  private final DetectorOutputs outputs;

  /** Finds what the scorer puts above the threshold. */
  public DetectorProcessor(LineScorer scorer, double threshold, DetectorOutputs outputs) {
    this.scorer = scorer;
    this.threshold = threshold;
    this.outputs = outputs;
  }

  @Override
  public Result<Void> process(Batch batch, Void state) {
    var result = new Result.Builder();
    for (var record : batch.records()) {
      try {
        var document = BatchDocument.parse(record.value());
        var warnings = warnings(document.singleLines());
        outputs.add(record, document, warnings, warning -> warning.request().get(0), result);
      } catch (MalformedBatchException malformed) {
        result.rejection(record, malformed.getMessage());
      }
    }
    return result.build();
  }

  private List<Warning> warnings(List<JsonNode> lines) {
    var questions = lines.stream().map(DetectorProcessor::question).toList();
    var probabilities = scorer.probabilities(questions);
    var warnings = new ArrayList<Warning>();
    for (int i = 0; i < probabilities.length; i++) {
      if (probabilities[i] > threshold) {
        warnings.add(
            new Warning(
                List.of(lines.get(i)), probabilities[i], outputs.detector(), scorer.checksum()));
      }
    }
    return warnings;
  }

  private static Question question(JsonNode line) {
    boolean exists = Json.text(line, "status_code").filter("NXDOMAIN"::equals).isEmpty();
    return new Question(Json.text(line, "domain_name").orElse(""), exists);
  }
}
