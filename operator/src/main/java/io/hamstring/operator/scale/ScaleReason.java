package io.hamstring.operator.scale;

/** Why the scaler asks for as many workers as it does; stable. */
public enum ScaleReason {
  /** Nothing was decided yet; what ran before runs on. */
  NOTHING_SEEN("NothingSeenYet"),
  /** As many as the load needs. */
  FITS("FitsTheLoad"),
  /** The load needed more. */
  GREW("LoadGrew"),
  /** The load needed fewer for long enough. */
  SHRANK("LoadShrank"),
  /** The load needs fewer, not yet for long enough. */
  WAITS("WaitsToShrink"),
  /** Nobody has seen yet what one worker can do. */
  MEASURING("Measuring"),
  /** What is known of the lag is not all of it. */
  LAG_UNKNOWN("LagUnknown"),
  /** Workers come, go, or recover. */
  UNSETTLED("FleetUnsettled"),
  /** The spec's bounds changed. */
  BOUNDS("BoundsChanged");

  private final String id;

  ScaleReason(String id) {
    this.id = id;
  }

  /** As the status says it. */
  public String id() {
    return id;
  }
}
