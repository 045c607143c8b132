package io.hamstring.operator.guard;

import java.util.Locale;

/** Why an incarnation is to be fenced and evicted. */
public enum Cause {
  /** Its container ended. */
  TERMINATED("its container ended"),
  /** Its pod is gone. */
  VANISHED("its pod is gone"),
  /** It neither answers nor commits, and the kubelet says that it is not ready. */
  FROZEN("it neither answers nor commits"),
  /** Its node does not answer, and {@code guard.lostNodes} says that this counts as death. */
  LOST_NODE("its node is lost"),
  /** The group still lists it though nothing that lives has its id. */
  GHOST("no live pod has its id");

  private final String words;

  Cause(String words) {
    this.words = words;
  }

  /** For a person. */
  public String words() {
    return words;
  }

  /** For a label of a metric. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
