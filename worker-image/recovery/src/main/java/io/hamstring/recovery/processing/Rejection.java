package io.hamstring.recovery.processing;

/**
 * A record that the stage cannot work on, ever: it goes to the dead-letter topic without more
 * tries.
 *
 * @param reason for a person
 */
public record Rejection(InputRecord record, String reason) {}
