package io.hamstring.house.planted;

import io.hamstring.house.planted.runtime.Crew;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.logging.Logger;

/** Breaks each rule of the house once. */
public final class PortManager {

  /** Not final. */
  int count;

  /** Closes a circle with {@link Crew}. */
  public final Crew crew = new Crew();

  /** A reference asks for the time as a call does. */
  public final Supplier<Instant> time = Instant::now;

  /** A lock where none may be. */
  public synchronized UUID id() {
    count++;
    return UUID.randomUUID();
  }

  /** A generic exception, a stream, a logger. */
  public void fail() {
    System.out.println(count);
    Logger.getLogger("x").info("y");
    throw new RuntimeException("error");
  }

  /** A thread, a file, a main. */
  public void start() throws IOException {
    Executors.newCachedThreadPool().execute(PlantedMain::run);
    Files.delete(Path.of("x"));
  }
}
