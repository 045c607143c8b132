package io.hamstring.samples.drill.measure;

import java.util.List;

/** Who worked on a partition when. */
public record Strip(int partition, List<Segment> segments) {

  public Strip {
    segments = List.copyOf(segments);
  }

  /**
   * Outputs of one worker without a pause worth showing.
   *
   * @param from seconds since the fault; negative before it
   * @param to seconds since the fault
   */
  public record Segment(String worker, double from, double to) {}
}
