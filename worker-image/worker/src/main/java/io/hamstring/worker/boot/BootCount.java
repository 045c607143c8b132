package io.hamstring.worker.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often the pod's worker has started, in a container of its own or in place, kept in a folder
 * that outlives a container, and the highest start whose leftovers at the brokers are settled.
 * Confined to one thread.
 */
public final class BootCount {

  private static final Logger LOG = LoggerFactory.getLogger(BootCount.class);

  private static final String FILE = "boot";
  private static final Pattern CONTENT =
      Pattern.compile("boot ([0-9]{1,15})\nsettled ([0-9]{1,15})\n");

  // A pod that crashes for an hour makes about this many; what is older has long timed out.
  private static final int MOST_UNSETTLED = 100;

  private final Path folder;
  private long boot;
  private long settled;

  private BootCount(Path folder, long boot, long settled) {
    this.folder = folder;
    this.boot = boot;
    this.settled = settled;
  }

  /**
   * Counts this start, and has it on the disk before it returns. When the file cannot be
   * understood, the count goes on from the seconds since 1970, which no count has reached by ones.
   *
   * @throws IOException if the folder cannot be written: two starts would then share their ids
   */
  public static BootCount raise(Path folder, Instant now) throws IOException {
    Files.createDirectories(folder);
    var count = next(folder, now);
    count.write();
    return count;
  }

  /**
   * Counts one more start, of the same process: as durable as {@link #raise(Path, Instant)}.
   *
   * @throws IOException if the folder cannot be written; the count is as it was then
   */
  public void raiseInPlace() throws IOException {
    boot++;
    try {
      write();
    } catch (IOException failure) {
      boot--;
      throw failure;
    }
  }

  /** The number of this start, from 1. */
  public long boot() {
    return boot;
  }

  /** The earlier starts whose leftovers nobody has settled, ascending. */
  public List<Long> unsettled() {
    return LongStream.range(Math.max(settled + 1, boot - MOST_UNSETTLED), boot).boxed().toList();
  }

  /** Notes that the leftovers of all earlier starts are settled. */
  public void settled() {
    if (settled == boot - 1) {
      return;
    }
    settled = boot - 1;
    try {
      write();
    } catch (IOException failure) {
      // The next start settles them once more, which does no harm.
      LOG.warn("cannot note in {} that earlier starts are settled: {}", folder, failure.toString());
    }
  }

  private static BootCount next(Path folder, Instant now) throws IOException {
    try {
      var content = Files.readString(folder.resolve(FILE), StandardCharsets.UTF_8);
      var matcher = CONTENT.matcher(content);
      if (matcher.matches()) {
        return new BootCount(
            folder, Long.parseLong(matcher.group(1)) + 1, Long.parseLong(matcher.group(2)));
      }
    } catch (NoSuchFileException first) {
      return new BootCount(folder, 1, 0);
    } catch (java.nio.charset.CharacterCodingException unreadable) {
      LOG.debug("{} is no text", folder.resolve(FILE), unreadable);
    }
    long boot = now.getEpochSecond();
    LOG.warn("{} cannot be understood; this start counts as {}", folder.resolve(FILE), boot);
    return new BootCount(folder, boot, boot - 1);
  }

  private void write() throws IOException {
    var next = folder.resolve(FILE + ".next");
    var content = "boot " + boot + "\nsettled " + settled + "\n";
    try (var channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(
        next,
        folder.resolve(FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    try (var directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }
}
