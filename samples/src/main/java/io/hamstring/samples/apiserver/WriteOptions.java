package io.hamstring.samples.apiserver;

/**
 * Who writes, and how.
 *
 * @param manager name of the field manager
 * @param force whether an apply takes fields from their owners
 * @param dryRun whether nothing is stored
 */
record WriteOptions(String manager, boolean force, boolean dryRun) {

  private static final int MAX_MANAGER = 128;

  static WriteOptions of(Query query, String userAgent) {
    var program = userAgent.isEmpty() ? "unknown" : userAgent.split("[/ ]", 2)[0];
    var manager = query.text("fieldManager", program);
    return new WriteOptions(
        manager.substring(0, Math.min(MAX_MANAGER, manager.length())),
        query.flag("force"),
        query.text("dryRun", "").equals("All"));
  }
}
