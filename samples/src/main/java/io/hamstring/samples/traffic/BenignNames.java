package io.hamstring.samples.traffic;

import io.hamstring.worker.stage.detector.RegisteredDomain;
import io.hamstring.worker.stage.detector.training.NameFamilies;
import io.hamstring.worker.stage.detector.training.NameFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The names that a site's machines ask for: few names often, many names seldom. */
final class BenignNames {

  private static final int NAMES = 600;

  // Short names of a site's own machines are refused by the validation, and one of them at the head
  // of the list would make a tenth of all lines invalid.
  private static final Predicate<String> FULLY_QUALIFIED =
      Pattern.compile("([A-Za-z0-9_-]+\\.)+[A-Za-z][A-Za-z0-9-]+").asMatchPredicate();

  private final List<NameFamily> families;
  private final List<String> names = new ArrayList<>();

  BenignNames(List<NameFamily> families, Random random) {
    this.families = families;
    while (names.size() < NAMES) {
      names.add(anew(random));
    }
  }

  /** A name that perhaps nobody has asked for yet. */
  String anew(Random random) {
    var name = NameFamilies.next(families, random);
    while (!FULLY_QUALIFIED.test(name)) {
      name = NameFamilies.next(families, random);
    }
    return name;
  }

  /** A domain that somebody has registered. */
  String registeredDomain(Random random) {
    var domain = RegisteredDomain.of(anew(random));
    while (domain.isEmpty()) {
      domain = RegisteredDomain.of(anew(random));
    }
    return domain.get().toString();
  }

  /** A name; the nth is asked for about 1/n as often as the first. */
  String name(Random random) {
    int rank = (int) Math.pow(NAMES, random.nextDouble()) - 1;
    return names.get(Math.min(rank, NAMES - 1));
  }

  /** A name somebody mistyped: two neighbouring letters changed places, or one was left out. */
  String mistyped(Random random) {
    var name = name(random);
    int at = Math.min(name.length() - 2, 1 + random.nextInt(4));
    var rest = name.substring(at + 1);
    return random.nextBoolean()
        ? name.substring(0, at) + rest
        : name.substring(0, at) + rest.charAt(0) + name.charAt(at) + rest.substring(1);
  }
}
