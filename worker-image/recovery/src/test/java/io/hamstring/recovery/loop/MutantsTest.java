package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.simulation.Protocol;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each planted defect is noticed by a run of {@link FleetRun}. The defect is compiled beside the
 * core's own classes and loaded in their place.
 */
class MutantsTest {

  /** Seeds of each protocol to try; most defects are noticed by the first. */
  private static final int SEEDS = Integer.getInteger("hamstring.mutants.seeds", 200);

  private static final Path SOURCES = Path.of("src", "main", "java", "io", "hamstring", "recovery");
  private static final String CORE = "io.hamstring.recovery.";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void theSimulationNotices(Mutant mutant) throws Exception {
    compile(mutant);

    var noticed = firstNotice();

    assertThat(noticed).as("%s survived %s seeds of each protocol", mutant, SEEDS).isPresent();
    System.out.println(mutant + ": " + noticed.orElseThrow());
  }

  private void compile(Mutant mutant) throws IOException {
    var files = new ArrayList<String>();
    for (var edit : mutant.edits) {
      var source = Files.readString(SOURCES.resolve(edit.type() + ".java"));
      assertThat(source.split(Pattern.quote(edit.original()), -1))
          .as("places of '%s' in %s", edit.original(), edit.type())
          .hasSize(2);
      var copy = folder.resolve("source").resolve(edit.type() + ".java");
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, source.replace(edit.original(), edit.planted()));
      files.add(copy.toString());
    }
    var classes = Files.createDirectories(folder.resolve("classes"));
    var options =
        new ArrayList<>(
            List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath()));
    options.addAll(files);
    var complaints = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, complaints, options.toArray(String[]::new));
    assertThat(result).as(() -> complaints.toString()).isZero();
  }

  private Optional<String> firstNotice() throws Exception {
    try (var loader = new MutatedCore(folder.resolve("classes"))) {
      var protocols = loader.loadClass(Protocol.class.getName());
      var run = loader.loadClass(FleetRun.class.getName()).getMethod("run", protocols, long.class);
      for (long seed = 0; seed < SEEDS; seed++) {
        for (var protocol : protocols.getEnumConstants()) {
          try {
            run.invoke(null, protocol, seed);
          } catch (InvocationTargetException noticed) {
            var said = noticed.getCause().toString().lines().findFirst().orElse("");
            return Optional.of(protocol + ", seed " + seed + ": " + said);
          }
        }
      }
      return Optional.empty();
    }
  }

  private static String classPath() {
    return location(Worker.class) + File.pathSeparator + System.getProperty("java.class.path");
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException broken) {
      throw new IllegalStateException(broken);
    }
  }

  /** The core and its simulation once more, with the planted classes before their originals. */
  private static final class MutatedCore extends URLClassLoader {

    MutatedCore(Path planted) throws IOException {
      super(
          new URL[] {
            planted.toUri().toURL(),
            location(Worker.class).toUri().toURL(),
            location(FleetRun.class).toUri().toURL()
          },
          MutantsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith(CORE)) {
          return super.loadClass(name, resolve);
        }
        var loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
