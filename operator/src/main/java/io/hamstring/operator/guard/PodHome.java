package io.hamstring.operator.guard;

/**
 * Where a pod belongs.
 *
 * @param pipelineLabel what its label names the pipeline; long names are shortened there
 */
public record PodHome(String namespace, String pipelineLabel, String stage) {}
