package io.hamstring.samples.view;

/**
 * A stage as the live table shows it.
 *
 * @param ready workers that are ready
 * @param wanted workers that its Deployment wants
 * @param lag in records, control records among them
 * @param committedPerSecond input records
 * @param aborts transactions aborted since the run began
 * @param recoveries of its workers since the run began
 */
public record StageView(
    String name,
    int ready,
    int wanted,
    long lag,
    double committedPerSecond,
    long aborts,
    long recoveries) {}
