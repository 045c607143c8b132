package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What stands for the file systems of a pod's containers. */
final class PodFolder {

  // Kubernetes keeps no more of a termination message.
  private static final int MAX_MESSAGE = 4096;

  private final Path root;
  private final Path logs;
  private final Pod pod;

  PodFolder(Path folder, Pod pod) {
    var metadata = pod.getMetadata();
    this.root = folder.resolve("pods").resolve(metadata.getUid());
    this.logs = folder.resolve("logs").resolve(metadata.getNamespace()).resolve(metadata.getName());
    this.pod = pod;
  }

  /** The file for the output of a container's {@code run}-th run, from 0. */
  Path log(String container, int run) {
    return logs.resolve(container + "-" + run + ".log");
  }

  /** Lays out the volumes that {@code container} mounts, and an empty termination log. */
  void prepare(Container container, ConfigSource source) throws IOException {
    Files.createDirectories(logs);
    Files.createDirectories(workingFolder(container));
    for (var mount : container.getVolumeMounts()) {
      materialise(volume(mount), source);
    }
    var message = terminationLog(container);
    Files.createDirectories(message.getParent());
    Files.writeString(message, "");
  }

  Path workingFolder(Container container) {
    return root.resolve("containers").resolve(container.getName());
  }

  private Path terminationLog(Container container) {
    return root.resolve("messages").resolve(container.getName());
  }

  private Volume volume(VolumeMount mount) {
    return pod.getSpec().getVolumes().stream()
        .filter(volume -> volume.getName().equals(mount.getName()))
        .findFirst()
        .orElseThrow(
            () -> new MissingConfigException("volume " + mount.getName() + " is not defined"));
  }

  private Path path(Volume volume) {
    return root.resolve("volumes").resolve(volume.getName());
  }

  private void materialise(Volume volume, ConfigSource source) throws IOException {
    var folder = Files.createDirectories(path(volume));
    if (volume.getConfigMap() != null) {
      var map = volume.getConfigMap();
      var optional = Boolean.TRUE.equals(map.getOptional());
      write(folder, source.configMap(map.getName(), optional), map.getItems());
    } else if (volume.getSecret() != null) {
      var secret = volume.getSecret();
      var optional = Boolean.TRUE.equals(secret.getOptional());
      write(folder, source.secret(secret.getSecretName(), optional), secret.getItems());
    } else if (volume.getProjected() != null) {
      for (var part : volume.getProjected().getSources()) {
        materialise(volume, part, folder, source);
      }
    } else if (volume.getEmptyDir() == null) {
      throw notSupported(volume);
    }
  }

  private static void materialise(
      Volume volume, VolumeProjection part, Path folder, ConfigSource source) throws IOException {
    if (part.getConfigMap() != null) {
      var map = part.getConfigMap();
      var optional = Boolean.TRUE.equals(map.getOptional());
      write(folder, source.configMap(map.getName(), optional), map.getItems());
    } else if (part.getSecret() != null) {
      var secret = part.getSecret();
      var optional = Boolean.TRUE.equals(secret.getOptional());
      write(folder, source.secret(secret.getName(), optional), secret.getItems());
    } else {
      throw notSupported(volume);
    }
  }

  private static MissingConfigException notSupported(Volume volume) {
    return new MissingConfigException(
        "volume " + volume.getName() + " is of a kind that is not supported here");
  }

  private static void write(Path folder, Map<String, byte[]> files, List<KeyToPath> items)
      throws IOException {
    var paths = new LinkedHashMap<String, String>();
    if (items == null || items.isEmpty()) {
      files.keySet().forEach(key -> paths.put(key, key));
    } else {
      items.forEach(item -> paths.put(item.getKey(), item.getPath()));
    }
    for (var entry : paths.entrySet()) {
      var content =
          Optional.ofNullable(files.get(entry.getKey()))
              .orElseThrow(
                  () -> new MissingConfigException("key " + entry.getKey() + " is missing"));
      var file = folder.resolve(entry.getValue());
      Files.createDirectories(file.getParent());
      Files.write(file, content);
    }
  }

  /** {@code text} with every path inside a mount of {@code container} made one of this machine. */
  String localised(String text, Container container) {
    var mappings = mappings(container);
    if (mappings.isEmpty()) {
      return text;
    }
    // All in one pass: the folder of one mount may lie below the path of another.
    var paths = mappings.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
    // At the beginning, or after what separates a path from what is before it.
    return Pattern.compile("(?<=^|[=:,])(" + paths + ")(?=/|$|[:,])")
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(mappings.get(match.group(1)).toString()));
  }

  private Map<String, Path> mappings(Container container) {
    var mappings = new LinkedHashMap<String, Path>();
    container.getVolumeMounts().stream()
        .sorted(
            Comparator.comparing((VolumeMount mount) -> mount.getMountPath().length()).reversed())
        .forEach(
            mount -> {
              var folder = path(volume(mount));
              var inside = Optional.ofNullable(mount.getSubPath()).orElse("");
              mappings.put(withoutSlash(mount.getMountPath()), folder.resolve(inside));
            });
    var message = Optional.ofNullable(container.getTerminationMessagePath());
    mappings.put(message.orElse("/dev/termination-log"), terminationLog(container));
    return mappings;
  }

  private static String withoutSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /** What {@code container} left in its termination log. */
  String terminationMessage(Container container) {
    try {
      var bytes = Files.readAllBytes(terminationLog(container));
      return new String(bytes, 0, Math.min(MAX_MESSAGE, bytes.length), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      return "";
    }
  }

  /** Removes everything but the logs. */
  void delete() {
    if (!Files.exists(root)) {
      return;
    }
    try (var files = Files.walk(root)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the folder of a pod that is gone: " + root, e);
    }
  }
}
