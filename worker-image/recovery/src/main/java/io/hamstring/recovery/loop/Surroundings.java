package io.hamstring.recovery.loop;

import java.util.function.DoubleSupplier;

/**
 * What a worker takes from the world it runs in.
 *
 * @param chance a number from 0 (inclusive) to 1, another one each time
 */
public record Surroundings(Time time, DoubleSupplier chance, Crew crew, Mailbox mailbox) {}
