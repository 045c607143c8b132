package io.hamstring.broker;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The class path of a broker's JVM: this module's classes, and Kafka's jars, which the build lays
 * beside them.
 */
final class BrokerClassPath {

  /** Names the folder of Kafka's jars when it does not lie beside this module's classes. */
  static final String LIB_PROPERTY = "hamstring.broker.lib";

  private BrokerClassPath() {}

  /**
   * The class path.
   *
   * @param chosen the folder of Kafka's jars, or null for the one that the build or the property
   *     names
   */
  static String with(Path chosen) {
    var own = ownLocation();
    var given = System.getProperty(LIB_PROPERTY);
    var lib = chosen != null ? chosen : given == null ? besides(own) : Path.of(given);
    return own + File.pathSeparator + lib.resolve("*");
  }

  private static Path ownLocation() {
    try {
      return Path.of(
          BrokerClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the location of the broker's classes is no path", e);
    }
  }

  private static Path besides(Path own) {
    try (var siblings = Files.list(own.getParent())) {
      return siblings
          .filter(path -> path.getFileName().toString().matches("kafka-\\d.*"))
          .filter(Files::isDirectory)
          .max(Comparator.comparing(Path::toString))
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      "no Kafka jars beside "
                          + own
                          + ": build the broker module to its process-classes phase, or name their"
                          + " folder with -D"
                          + LIB_PROPERTY));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look for Kafka's jars beside " + own, e);
    }
  }
}
