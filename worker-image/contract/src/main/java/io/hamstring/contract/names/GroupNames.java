package io.hamstring.contract.names;

/** Names of consumer groups. */
public final class GroupNames {

  private GroupNames() {}

  /** The group of a stage unless its spec names another. */
  public static String of(String namespace, String pipeline, String stage) {
    return "hamstring_" + namespace + "_" + pipeline + "_" + stage;
  }
}
