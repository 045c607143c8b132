package io.hamstring.samples.drill.plan;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;

/**
 * What a run is about; runs of the same combination are compared.
 *
 * @param standby workers that wait beside those that work
 */
public record Combination(GroupProtocol protocol, Mode mode, Guarding guard, int standby) {

  /** With nobody waiting. */
  public Combination(GroupProtocol protocol, Mode mode, Guarding guard) {
    this(protocol, mode, guard, 0);
  }

  /** Short and stable, fit for a file's name. */
  public String id() {
    return protocol.id()
        + "-"
        + mode.id()
        + "-guard-"
        + guard.id()
        + (standby == 0 ? "" : "-standby-" + standby);
  }

  /** For a person. */
  public String title() {
    return protocol.id()
        + ", "
        + mode.title()
        + ", guard "
        + guard.id()
        + (standby == 0 ? "" : ", standby " + standby);
  }
}
