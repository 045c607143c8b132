package io.hamstring.samples.kubelet;

import java.util.List;
import java.util.Optional;

/** What stands for container images on a machine that has none. */
@FunctionalInterface
public interface ContainerImages {

  /** The entry point of {@code image}: a program and its first arguments; empty if unknown. */
  Optional<List<String>> entryPoint(String image);
}
