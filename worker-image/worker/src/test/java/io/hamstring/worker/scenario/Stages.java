package io.hamstring.worker.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Scenes on as many clusters as they need, which are started at first use and kept. */
final class Stages implements AutoCloseable {

  private final Path folder;
  private final Map<Topology, Brokers> brokers = new EnumMap<>(Topology.class);

  Stages(Path folder) {
    this.folder = folder;
  }

  /** A new scene. */
  Scene scene(Cell.Kind kind) {
    var cluster =
        brokers.computeIfAbsent(
            kind.topology(), each -> Brokers.start(each, own("brokers-" + each)));
    return Scene.of(kind, cluster, own(kind.topology() + "-" + kind.protocol()));
  }

  @Override
  public void close() {
    brokers.values().forEach(Brokers::close);
  }

  private Path own(String name) {
    try {
      return Files.createDirectories(folder.resolve(name + "-" + Results.stamp()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
