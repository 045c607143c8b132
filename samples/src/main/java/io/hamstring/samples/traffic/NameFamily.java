package io.hamstring.samples.traffic;

import java.util.Random;
import java.util.function.Function;

/**
 * A way of making up domain names.
 *
 * @param name of the family
 * @param names makes the next name from what the generator draws
 */
public record NameFamily(String name, Function<Random, String> names) {}
