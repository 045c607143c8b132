package io.hamstring.samples.apiserver;

import java.nio.file.Path;
import java.util.Optional;

/** Where the output of containers is kept. */
@FunctionalInterface
public interface LogSource {

  /** Nobody's log. */
  LogSource NONE = (namespace, pod, container, previous) -> Optional.empty();

  /**
   * The file that holds a container's output.
   *
   * @param container empty for the first one
   * @param previous whether the run before the present one is meant
   */
  Optional<Path> find(String namespace, String pod, String container, boolean previous);
}
