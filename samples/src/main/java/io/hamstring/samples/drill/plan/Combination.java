package io.hamstring.samples.drill.plan;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;

/** What a run is about; runs of the same combination are compared. */
public record Combination(GroupProtocol protocol, Mode mode, Guarding guard) {

  /** Short and stable, fit for a file's name. */
  public String id() {
    return protocol.id() + "-" + mode.id() + "-guard-" + guard.id();
  }

  /** For a person. */
  public String title() {
    return protocol.id() + ", " + mode.title() + ", guard " + guard.id();
  }
}
