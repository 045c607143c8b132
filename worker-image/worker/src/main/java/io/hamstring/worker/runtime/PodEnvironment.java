package io.hamstring.worker.runtime;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.WorkerSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the pod's environment variables say of this process. */
public record PodEnvironment(Map<String, String> variables) {

  public PodEnvironment {
    variables = Map.copyOf(variables);
  }

  /** Where the boot count lives. */
  Path stateFolder() {
    return Path.of(variables.getOrDefault(WorkerPod.STATE_DIR, WorkerPod.STATE_PATH));
  }

  /** Where certificates, keys and passwords are mounted. */
  public Path secretsFolder() {
    return Path.of(variables.getOrDefault(WorkerPod.SECRETS_DIR, WorkerPod.SECRETS_PATH));
  }

  /** What whoever gives this worker its role must know; empty while there is no such file. */
  Optional<String> roleToken() {
    var file =
        variables.getOrDefault(
            WorkerPod.ROLE_TOKEN_FILE, WorkerPod.ROLE_PATH + "/" + WorkerPod.ROLE_TOKEN);
    try {
      return Optional.of(Files.readString(Path.of(file)).strip()).filter(text -> !text.isEmpty());
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** Where the termination message goes, if anywhere. */
  public Optional<Path> terminationLog() {
    return Optional.ofNullable(variables.get(WorkerPod.TERMINATION_LOG))
        .filter(path -> !path.isBlank())
        .map(Path::of);
  }

  /** Where to listen: the pod's address, or loopback when nobody names one. */
  InetSocketAddress httpAddress() {
    var port = variables.getOrDefault(WorkerPod.HTTP_PORT, String.valueOf(WorkerPod.PORT));
    try {
      return new InetSocketAddress(
          variables.getOrDefault(WorkerPod.POD_IP, "127.0.0.1"), Integer.parseInt(port));
    } catch (IllegalArgumentException notOne) {
      throw new InvalidSettings(
          List.of(WorkerPod.HTTP_PORT + ": must be a port from 0 to 65535, was '" + port + "'"));
    }
  }

  /** The incarnation of start {@code boot}. */
  Incarnation incarnation(WorkerSettings settings, long boot) {
    try {
      return new Incarnation(
          settings.namespace(),
          settings.pipeline(),
          settings.stage().name(),
          variables.getOrDefault(WorkerPod.POD_NAME, ""),
          boot);
    } catch (IllegalArgumentException refused) {
      throw new InvalidSettings(
          List.of(
              WorkerPod.POD_NAME
                  + " and the names in the configuration make this worker's ids: "
                  + refused.getMessage()));
    }
  }
}
