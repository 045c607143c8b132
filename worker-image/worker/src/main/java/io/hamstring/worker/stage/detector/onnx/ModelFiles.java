package io.hamstring.worker.stage.detector.onnx;

import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.worker.stage.detector.DetectorSettings.ModelFile;
import io.hamstring.worker.stage.detector.ModelResource;
import io.hamstring.worker.stage.detector.RowModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads the model files that users name. */
public final class ModelFiles {

  private ModelFiles() {}

  /**
   * The model in a file, if it is the one meant.
   *
   * @param features how many the detector gives it
   * @throws InvalidSettings saying why it cannot be used, and what to do
   */
  public static RowModel read(ModelFile file, int features) {
    var bytes = bytes(file);
    var checksum = ModelResource.sha256(bytes);
    if (!checksum.equals(file.sha256())) {
      throw refused(
          "sha256: "
              + file.path()
              + " has "
              + checksum
              + ", but "
              + file.sha256()
              + " is asked for; it is not the model meant, and is not used");
    }
    try {
      return OnnxModel.of(bytes, features, checksum);
    } catch (IllegalArgumentException unusable) {
      throw refused("file: " + file.path() + ' ' + unusable.getMessage());
    } catch (LinkageError missing) {
      throw refused(
          "file: ONNX Runtime is not on the class path or has no library for this machine ("
              + missing
              + "); add com.microsoft.onnxruntime:onnxruntime to the image, or leave config.model"
              + " out to use the built-in model");
    }
  }

  private static byte[] bytes(ModelFile file) {
    try {
      return Files.readAllBytes(Path.of(file.path()));
    } catch (NoSuchFileException e) {
      throw refused(
          "file: " + file.path() + " does not exist; mount it with template.spec.volumes");
    } catch (IOException | InvalidPathException e) {
      throw refused("file: " + file.path() + " cannot be read: " + e.getMessage());
    }
  }

  private static InvalidSettings refused(String why) {
    return new InvalidSettings(List.of("config.model." + why));
  }
}
