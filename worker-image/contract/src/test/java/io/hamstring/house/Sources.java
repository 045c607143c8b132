package io.hamstring.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The source files of a module, for rules on what leaves no mark in a class file. */
public final class Sources {

  private static final Pattern NO_CODE =
      Pattern.compile(
          "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

  private final Path root;

  private Sources(Path root) {
    this.root = root;
  }

  /** The files under a folder of the module that is being tested. */
  public static Sources under(String folder) {
    return new Sources(Path.of(System.getProperty("basedir", ".")).resolve(folder));
  }

  /** Files whose code, not their comments or texts, holds a match of {@code pattern}. */
  public List<String> with(String pattern) {
    var wanted = Pattern.compile(pattern);
    try (var files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> wanted.matcher(codeOf(file)).find())
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String withoutCommentsAndTexts(String source) {
    return NO_CODE.matcher(source).replaceAll(" ");
  }

  private static String codeOf(Path file) {
    try {
      return withoutCommentsAndTexts(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }
}
