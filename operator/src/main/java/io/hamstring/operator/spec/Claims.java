package io.hamstring.operator.spec;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a pipeline must have for itself alone, each in words. Two pipelines may read the same topic
 * or write to the same topic; a topic that leads from one stage to another of the same pipeline is
 * its own.
 */
public final class Claims {

  private Claims() {}

  /** Every claim of {@code pipeline}; pipelines clash that have one in common. */
  public static SortedSet<String> of(Pipeline pipeline) {
    var claims = new TreeSet<String>();
    var brokers = pipeline.kafka().bootstrapServers().split("\\s*,\\s*");
    for (var stage : pipeline.stages()) {
      claims.add("Deployment " + pipeline.namespace() + "/" + stage.objectName());
      for (var broker : brokers) {
        claims.add("group " + stage.group() + " at " + broker);
      }
    }
    for (var topic : innerTopics(pipeline.stages())) {
      for (var broker : brokers) {
        claims.add("topic " + topic + " at " + broker);
      }
    }
    return claims;
  }

  private static List<String> innerTopics(List<PipelineStage> stages) {
    var read =
        stages.stream().flatMap(stage -> stage.inputTopics().stream()).collect(Collectors.toSet());
    return stages.stream()
        .flatMap(stage -> stage.outputTopics().stream())
        .filter(read::contains)
        .distinct()
        .toList();
  }
}
