package io.hamstring.worker.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * What is to happen to a worker once at one point. A test sets it and the worker's process finds
 * it; both speak by files in a folder that the process is told of.
 *
 * @param point where
 * @param act what
 * @param folder of the files; it holds one trap that is set, and what became of earlier ones
 * @param number tells it from earlier ones
 */
record Trap(Point point, Act act, Path folder, int number) {

  /** Names the folder to a process. */
  static final String VARIABLE = "HAMSTRING_TEST_TRAPS";

  private static final String SET = "set";
  private static final Duration LOOK = Duration.ofMillis(2);
  private static final int MOST_MICROS_INTO_A_CALL = 3_000;

  /** What happens. */
  enum Act {
    /** The process ends there and then, as by SIGKILL. */
    HALT,
    /** The process ends as by SIGKILL within 3 ms, while it goes on. */
    HALT_SOON,
    /** It only says that it is there. */
    SAY,
    /** It says so, and stays until it is released or interrupted. */
    STAY,
    /** It says so, and stays until it is released, whoever interrupts it. */
    STAY_HARD
  }

  /** Sets this trap in place of an earlier one. */
  void set() {
    try {
      var next = Files.createDirectories(folder).resolve("next");
      Files.writeString(next, point + ":" + act + ":" + number);
      Files.move(next, folder.resolve(SET), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  boolean isReached() {
    return Files.exists(file("reached"));
  }

  void release() {
    write("released");
  }

  /** The process that was told of {@code folder} passes a point. */
  static void pass(Point point, Path folder) throws InterruptedException {
    try {
      var parts = Files.readString(folder.resolve(SET)).split(":");
      var trap =
          new Trap(
              Point.valueOf(parts[0]), Act.valueOf(parts[1]), folder, Integer.parseInt(parts[2]));
      if (trap.point == point && trap.springs()) {
        trap.happen();
      }
    } catch (NoSuchFileException none) {
      return;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  // Once, whichever thread or process passes first.
  private boolean springs() throws IOException {
    if (Files.exists(file("sprung"))) {
      return false;
    }
    try {
      Files.createFile(file("sprung"));
      return true;
    } catch (FileAlreadyExistsException spent) {
      return false;
    }
  }

  private void happen() throws InterruptedException {
    switch (act) {
      case HALT -> Runtime.getRuntime().halt(128 + 9);
      case HALT_SOON -> haltSoon();
      case SAY -> write("reached");
      case STAY, STAY_HARD -> stay();
    }
  }

  private static void haltSoon() {
    int micros = ThreadLocalRandom.current().nextInt(MOST_MICROS_INTO_A_CALL);
    var thread =
        new Thread(
            () -> {
              LockSupport.parkNanos(micros * 1_000L);
              Runtime.getRuntime().halt(128 + 9);
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void stay() throws InterruptedException {
    write("reached");
    while (!Files.exists(file("released"))) {
      LockSupport.parkNanos(LOOK.toNanos());
      if (Thread.interrupted() && act == Act.STAY) {
        throw new InterruptedException("the batch is given up");
      }
    }
  }

  private Path file(String what) {
    return folder.resolve(what + "-" + number);
  }

  private void write(String what) {
    try {
      Files.writeString(file(what), point.name());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
