package io.hamstring.worker.kafka;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.FailedCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Certificates, keys and passwords as they stand in files now. Kubernetes replaces the files when
 * their Secrets change, so they are read whenever a client is made.
 *
 * @param folder that relative names are looked up in
 */
public record SecretFiles(Path folder) {

  /**
   * What stands in a file.
   *
   * @throws FailedCall when there is no such file; it may come
   */
  String read(String name) {
    var file = folder.resolve(name);
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new FailedCall(
          FailureKind.MISCONFIGURED,
          "secret file "
              + file
              + " cannot be read ("
              + unreadable.getClass().getSimpleName()
              + "); environment.kafka_security of the configuration names it",
          null);
    }
  }
}
