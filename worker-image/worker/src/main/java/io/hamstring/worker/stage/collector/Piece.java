package io.hamstring.worker.stage.collector;

import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.OutputLimits;
import io.hamstring.worker.stage.format.Timestamps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/**
 * One batch to be written: new lines of a subnet, and in front of them those it repeats.
 *
 * @param repeated by time; may be empty
 * @param fresh by time; at least one
 */
record Piece(List<CollectedLine> repeated, List<CollectedLine> fresh) {

  /**
   * The batches that lines make. Most often it is one. When they do not fit in one, each is half
   * full of new lines at most, so that each can repeat the lines before its own.
   *
   * @param before the lines that the first one repeats
   * @param fresh at least one, each at most as large as the limit
   */
  static List<Piece> of(
      List<CollectedLine> before, List<CollectedLine> fresh, OutputLimits limits) {
    long room = room(limits);
    var old = byTime(before);
    var lines = byTime(fresh);
    if (size(old) + size(lines) <= room && old.size() + lines.size() <= limits.maxEvents()) {
      return List.of(new Piece(old, lines));
    }
    var pieces = new ArrayList<Piece>();
    int events = Math.max(1, limits.maxEvents() / 2);
    for (int start = 0; start < lines.size(); ) {
      int end = start + 1;
      long size = lines.get(start).size();
      while (end < lines.size()
          && end - start < events
          && size + lines.get(end).size() <= room / 2) {
        size += lines.get(end).size();
        end++;
      }
      var part = lines.subList(start, end);
      pieces.add(new Piece(newest(old, room - size, limits.maxEvents() - part.size()), part));
      old = part;
      start = end;
    }
    return pieces;
  }

  /** Bytes that lines may take in a batch. */
  static long room(OutputLimits limits) {
    return limits.maxBytes() - BatchDocument.ENVELOPE_BYTES;
  }

  /** The record's value. */
  byte[] value(String rowId, String batchId) {
    var texts = new ArrayList<byte[]>(repeated.size() + fresh.size());
    repeated.forEach(line -> texts.add(line.text()));
    fresh.forEach(line -> texts.add(line.text()));
    return BatchDocument.encode(
        rowId,
        batchId,
        Timestamps.text(micros().min().orElseThrow()),
        Timestamps.text(micros().max().orElseThrow()),
        texts);
  }

  /** Offsets of the new lines, ascending. */
  long[] sources() {
    return fresh.stream().mapToLong(CollectedLine::offset).sorted().toArray();
  }

  /** Offsets of the repeated lines, ascending. */
  long[] lookBack() {
    return repeated.stream().mapToLong(CollectedLine::offset).sorted().toArray();
  }

  private LongStream micros() {
    return LongStream.concat(
        repeated.stream().mapToLong(CollectedLine::micros),
        fresh.stream().mapToLong(CollectedLine::micros));
  }

  private static List<CollectedLine> byTime(List<CollectedLine> lines) {
    var sorted = new ArrayList<>(lines);
    sorted.sort(CollectedLine.BY_TIME);
    return Collections.unmodifiableList(sorted);
  }

  private static long size(List<CollectedLine> lines) {
    return lines.stream().mapToLong(CollectedLine::size).sum();
  }

  private static List<CollectedLine> newest(List<CollectedLine> lines, long bytes, int events) {
    int first = lines.size();
    long size = 0;
    while (first > 0 && lines.size() - first < events) {
      size += lines.get(first - 1).size();
      if (size > bytes) {
        break;
      }
      first--;
    }
    return lines.subList(first, lines.size());
  }
}
