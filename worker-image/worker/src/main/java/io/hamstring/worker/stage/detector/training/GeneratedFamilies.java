package io.hamstring.worker.stage.detector.training;

import static io.hamstring.worker.stage.detector.training.Letters.ALPHABET;
import static io.hamstring.worker.stage.detector.training.Letters.CONSONANTS;
import static io.hamstring.worker.stage.detector.training.Letters.DIGITS;
import static io.hamstring.worker.stage.detector.training.Letters.HEX;
import static io.hamstring.worker.stage.detector.training.Letters.between;
import static io.hamstring.worker.stage.detector.training.Letters.of;

import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Families whose names look like those of known domain generation algorithms: the same alphabets,
 * lengths and top-level domains. Algorithms that join dictionary words or syllables are left out:
 * by the shape of a single name they cannot be told from what people register.
 */
final class GeneratedFamilies {

  private static final Vocabulary TLDS =
      Vocabulary.of("com com com net net org info biz ru cc ws su top xyz pw eu co.uk me in");
  private static final Vocabulary OTHER_TLDS =
      Vocabulary.of("com com net org info biz ru pw bid click tk ga kz mx de us nu la sh");
  private static final Vocabulary DYNAMIC =
      Vocabulary.of("ddns.net dyndns.org no-ip.com duckdns.org hopto.org dynu.net yi.org");

  private GeneratedFamilies() {}

  static List<NameFamily> all() {
    return List.of(
        training("letters", r -> of(ALPHABET, 10, 20, r) + tld(r)),
        training("letters-short", r -> of(ALPHABET, 8, 12, r) + tld(r)),
        training("base36", r -> of(ALPHABET + DIGITS, 12, 24, r) + tld(r)),
        training("hex", r -> of(HEX, 14, 32, r) + tld(r)),
        training("consonants", r -> of(CONSONANTS + CONSONANTS + "aeiouy", 9, 16, r) + tld(r)),
        training("base32", r -> of(ALPHABET + "234567", 26, 40, r) + tld(r)),
        training("dynamic-dns", r -> of(ALPHABET, 8, 16, r) + '.' + DYNAMIC.next(r)),
        withheld("letters-a-to-y", r -> of("abcdefghijklmnopqrstuvwxy", 11, 19, r) + otherTld(r)),
        withheld("congruential", r -> congruential(r) + otherTld(r)),
        withheld("digits-behind", r -> of(ALPHABET, 10, 16, r) + of(DIGITS, 1, 3, r) + otherTld(r)),
        withheld("hex-tagged", r -> of("ghijklmn", 1, 1, r) + of(HEX, 12, 20, r) + otherTld(r)),
        withheld("letters-and-digits-long", r -> of(ALPHABET + DIGITS, 32, 47, r) + otherTld(r)),
        withheld("pairs", r -> pairs(r) + otherTld(r)));
  }

  private static NameFamily training(String id, Function<Random, String> names) {
    return new NameFamily(id, Origin.GENERATED, Use.TRAINING, names);
  }

  private static NameFamily withheld(String id, Function<Random, String> names) {
    return new NameFamily(id, Origin.GENERATED, Use.WITHHELD, names);
  }

  private static String tld(Random random) {
    return '.' + TLDS.next(random);
  }

  private static String otherTld(Random random) {
    return '.' + OTHER_TLDS.next(random);
  }

  /** Letters of a linear congruential generator, whose low bits are as poor as in the wild. */
  private static String congruential(Random random) {
    int state = random.nextInt();
    int length = between(10, 21, random);
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      state = state * 214_013 + 2_531_011;
      text.append((char) ('a' + ((state >>> 16) & 0x7fff) % 25));
    }
    return text.toString();
  }

  /** Two letters, two digits, and so on. */
  private static String pairs(Random random) {
    var text = new StringBuilder();
    for (int i = between(3, 4, random); i > 0; i--) {
      text.append(of(ALPHABET, 2, 3, random)).append(of(DIGITS, 1, 2, random));
    }
    return text.toString();
  }
}
