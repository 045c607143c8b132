package io.hamstring.worker.stage.detector;

/**
 * A name that a client asked for.
 *
 * @param name as it was asked for
 * @param exists false when the answer was NXDOMAIN
 */
public record Question(String name, boolean exists) {}
