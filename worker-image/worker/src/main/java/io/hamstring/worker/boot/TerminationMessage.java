package io.hamstring.worker.boot;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.contract.names.Incarnation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Kubernetes keeps of a container after its end ({@code lastState.terminated.message}): the
 * incarnation, so that whoever cleans up after it knows its ids, and the problem it ended with.
 *
 * @param incarnation or null when the start was not counted yet
 * @param problem or null when there is none
 */
public record TerminationMessage(Incarnation incarnation, String problem) {

  private static final Logger LOG = LoggerFactory.getLogger(TerminationMessage.class);

  // Kubernetes keeps 4096 bytes.
  private static final int LONGEST_PROBLEM = 2_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Writes it in place: Kubernetes mounts the file itself, so it cannot be replaced. A failure is
   * only logged, for the worker can do without.
   */
  public void writeIfPossible(Path file) {
    try {
      Files.writeString(file, text());
    } catch (IOException failure) {
      LOG.warn("cannot write the termination message to {}: {}", file, failure.toString());
    }
  }

  /** One line of JSON. */
  String text() throws IOException {
    var message = new LinkedHashMap<String, Object>();
    if (incarnation != null) {
      message.put("instanceId", incarnation.instanceId());
      message.put("transactionalId", incarnation.transactionalId());
      message.put("boot", incarnation.boot());
    }
    if (problem != null) {
      message.put("problem", problem.substring(0, Math.min(LONGEST_PROBLEM, problem.length())));
    }
    return JSON.writeValueAsString(message) + "\n";
  }
}
