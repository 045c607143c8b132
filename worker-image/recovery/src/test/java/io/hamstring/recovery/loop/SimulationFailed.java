package io.hamstring.recovery.loop;

/** A check inside the worked-on code that failed; no worker may take it for a failing batch. */
final class SimulationFailed extends Error {

  private static final long serialVersionUID = 1L;

  SimulationFailed(String what) {
    super(what);
  }
}
