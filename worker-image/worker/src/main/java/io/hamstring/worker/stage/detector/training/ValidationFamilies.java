package io.hamstring.worker.stage.detector.training;

import static io.hamstring.worker.stage.detector.training.Letters.ALPHABET;
import static io.hamstring.worker.stage.detector.training.Letters.DIGITS;
import static io.hamstring.worker.stage.detector.training.Letters.HEX;
import static io.hamstring.worker.stage.detector.training.Letters.of;

import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Families by which features, sizes and thresholds of the model are chosen. Neither single names
 * nor batches of them are learnt.
 */
final class ValidationFamilies {

  private static final Vocabulary TLDS = Vocabulary.of("com net org biz cn top site online");
  private static final Vocabulary LAND = Vocabulary.of("de at ch nl fr it pl co.uk");

  private ValidationFamilies() {}

  static List<NameFamily> all() {
    return List.of(
        generated("every-second-letter", r -> of("acegikmoqsuwy", 14, 18, r) + ".org"),
        generated("letters-a-to-p", r -> of("abcdefghijklmnop", 16, 16, r) + tld(r)),
        generated("dashed", r -> base36(4, 6, r) + '-' + base36(4, 6, r) + tld(r)),
        generated(
            "two-labels", r -> of(ALPHABET, 7, 9, r) + '.' + of(ALPHABET, 10, 14, r) + tld(r)),
        benign("product", r -> word(r) + of(ALPHABET, 1, 3, r) + of(DIGITS, 2, 4, r) + tld(r)),
        benign("office", r -> of(ALPHABET, 3, 5, r) + '-' + place(r) + '.' + LAND.next(r)),
        benign("edge-node", ValidationFamilies::edgeNode),
        benign(
            "reputation", r -> of(HEX, 16, 26, r) + ".rep." + Vocabulary.SITES.next(r) + tld(r)));
  }

  private static NameFamily generated(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.GENERATED, Use.VALIDATION, names);
  }

  private static NameFamily benign(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.BENIGN, Use.VALIDATION, names);
  }

  private static String tld(Random random) {
    return '.' + TLDS.next(random);
  }

  private static String base36(int min, int max, Random random) {
    return of(ALPHABET + DIGITS, min, max, random);
  }

  private static String word(Random random) {
    return Vocabulary.WORDS.next(random);
  }

  private static String place(Random random) {
    return Vocabulary.PLACES.next(random);
  }

  /** Names as a large operator gives to the machines at its edge, by airport, rack and place. */
  private static String edgeNode(Random random) {
    return of(ALPHABET, 3, 3, random)
        + of(DIGITS, 2, 2, random)
        + 's'
        + of(DIGITS, 2, 2, random)
        + "-in-x"
        + of(HEX, 2, 2, random)
        + ".1e100.net";
  }
}
