package io.hamstring.samples.image;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs containers with podman and runc, with a store of its own, in this machine's network: what
 * Kubernetes' standard "restricted" asks for, and no root file system to write to.
 */
final class Podman {

  private static final List<String> RESTRICTED =
      List.of(
          "--read-only",
          "--cap-drop=ALL",
          "--security-opt=no-new-privileges",
          "--memory=384m",
          "--tmpfs=/tmp",
          // Neither root nor a user that the image knows.
          "--user=4242:0");

  private final Path folder;
  private final List<String> containers = new ArrayList<>();
  private final AtomicInteger count = new AtomicInteger();

  /** What a command ended with, and all that it said. */
  record Ended(int code, String said) {}

  Podman(Path folder) throws IOException {
    this.folder = folder;
    Files.writeString(
        folder.resolve("storage.conf"),
        "[storage]\ndriver = \"vfs\"\nrunroot = \"%1$s/run\"\ngraphroot = \"%1$s/graph\"\n"
            .formatted(folder));
    // Machines without systemd and without the right to raise limits can run it too.
    Files.writeString(
        folder.resolve("containers.conf"),
        """
        [engine]
        cgroup_manager = "cgroupfs"
        events_logger = "file"
        runtime = "runc"
        [containers]
        netns = "host"
        default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
        """);
  }

  /** Skips, with the reason, where the image is not built or containers cannot run. */
  static void assumeThereIs(Path image) {
    assumeTrue(
        Files.isReadable(image),
        image + " is not built; ./mvnw -Pimage -DskipTests package makes it");
    for (var program : List.of("podman", "runc")) {
      assumeTrue(
          Arrays.stream(System.getenv("PATH").split(":"))
              .anyMatch(part -> Files.isExecutable(Path.of(part, program))),
          program + " is not on the PATH; it comes with Debian's package of that name");
    }
  }

  /** Brings an image into the store, and answers its name. */
  String load(Path image) throws IOException, InterruptedException {
    var loaded = podman("load", "-q", "-i", image.toAbsolutePath().toString());
    if (loaded.code() != 0) {
      throw new AssertionError("podman load: " + loaded.said());
    }
    return loaded.said().strip().replaceAll("(?s).*: ", "");
  }

  /** Runs a container to its end. */
  Ended run(List<String> options, String image, String... arguments)
      throws IOException, InterruptedException {
    return podman(command(List.of("run"), options, image, arguments));
  }

  /** Starts a container and answers its name. */
  String start(List<String> options, String image, String... arguments)
      throws IOException, InterruptedException {
    var command = command(List.of("run", "-d"), options, image, arguments);
    var started = podman(command);
    if (started.code() != 0) {
      throw new AssertionError("podman run: " + started.said());
    }
    return containers.get(containers.size() - 1);
  }

  private String[] command(
      List<String> verb, List<String> options, String image, String... arguments) {
    var name = "hamstring-" + ProcessHandle.current().pid() + "-" + count.incrementAndGet();
    containers.add(name);
    var command = new ArrayList<>(verb);
    command.add("--name=" + name);
    command.addAll(RESTRICTED);
    command.addAll(options);
    command.add(image);
    command.addAll(List.of(arguments));
    return command.toArray(String[]::new);
  }

  Ended podman(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("podman"));
    command.addAll(List.of(arguments));
    // A container that is out of memory leaves a file where it was started.
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("CONTAINERS_STORAGE_CONF", folder.resolve("storage.conf").toString());
    builder.environment().put("CONTAINERS_CONF", folder.resolve("containers.conf").toString());
    var process = builder.start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  /** Removes what was started and loaded. */
  void close() throws IOException, InterruptedException {
    for (var container : containers) {
      podman("rm", "-f", "-t", "0", container);
    }
    podman("rmi", "-a", "-f");
  }
}
