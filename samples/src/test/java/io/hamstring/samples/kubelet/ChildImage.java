package io.hamstring.samples.kubelet;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The one image of these tests. */
final class ChildImage {

  private ChildImage() {}

  static Optional<List<String>> entryPoint(String image) {
    return image.equals("probed-child")
        ? Optional.of(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                ProbedChild.class.getName()))
        : Optional.empty();
  }
}
