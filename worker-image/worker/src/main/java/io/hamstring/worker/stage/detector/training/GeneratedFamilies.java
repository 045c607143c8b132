package io.hamstring.worker.stage.detector.training;

import static io.hamstring.worker.stage.detector.training.Letters.ALPHABET;
import static io.hamstring.worker.stage.detector.training.Letters.CONSONANTS;
import static io.hamstring.worker.stage.detector.training.Letters.DIGITS;
import static io.hamstring.worker.stage.detector.training.Letters.HEX;
import static io.hamstring.worker.stage.detector.training.Letters.VOWELS;
import static io.hamstring.worker.stage.detector.training.Letters.between;
import static io.hamstring.worker.stage.detector.training.Letters.of;
import static io.hamstring.worker.stage.detector.training.Letters.oneIn;

import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Families whose names look like those of known domain generation algorithms: the same alphabets,
 * lengths and top-level domains. Those that join syllables or words of a dictionary teach nothing
 * about single names, which cannot be told from what people register; a client's batch of them can.
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
        names("letters", r -> of(ALPHABET, 10, 20, r) + tld(r)),
        names("letters-short", r -> of(ALPHABET, 8, 12, r) + tld(r)),
        names("base36", r -> of(ALPHABET + DIGITS, 12, 24, r) + tld(r)),
        names("hex", r -> of(HEX, 14, 32, r) + tld(r)),
        names("consonants", r -> of(CONSONANTS + CONSONANTS + "aeiouy", 9, 16, r) + tld(r)),
        names("base32", r -> of(ALPHABET + "234567", 26, 40, r) + tld(r)),
        names("dynamic-dns", r -> of(ALPHABET, 8, 16, r) + '.' + DYNAMIC.next(r)),
        clients("any-alphabet", GeneratedFamilies::anyAlphabet),
        clients("syllables", GeneratedFamilies::syllables),
        clients("dictionary", GeneratedFamilies::dictionary),
        clients("stem", GeneratedFamilies::stem),
        clients("parts", GeneratedFamilies::parts),
        validation("letters-a-to-y", r -> of("abcdefghijklmnopqrstuvwxy", 11, 19, r) + otherTld(r)),
        validation("congruential", r -> congruential(r) + otherTld(r)),
        validation(
            "digits-behind", r -> of(ALPHABET, 10, 16, r) + of(DIGITS, 1, 3, r) + otherTld(r)),
        validation("hex-tagged", r -> of("ghijklmn", 1, 1, r) + of(HEX, 12, 20, r) + otherTld(r)),
        validation("letters-and-digits-long", r -> of(ALPHABET + DIGITS, 32, 47, r) + otherTld(r)),
        validation("pairs", r -> pairs(r) + otherTld(r)));
  }

  private static NameFamily names(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.GENERATED, Use.NAMES, names);
  }

  private static NameFamily validation(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.GENERATED, Use.VALIDATION, names);
  }

  private static NameFamily clients(
      String id, Function<Random, Function<Random, String>> sessions) {
    return new NameFamily(id, Origin.GENERATED, Use.CLIENTS, sessions);
  }

  /** Some of the characters, lengths and top-level domains there are, as chance picks them. */
  private static Function<Random, String> anyAlphabet(Random session) {
    var alphabet = some(oneIn(3, session) ? ALPHABET + DIGITS : ALPHABET, 8, session);
    int min = between(7, 18, session);
    int max = min + between(0, 6, session);
    var tlds = tlds(session);
    return r -> of(alphabet, min, max, r) + '.' + tlds.next(r);
  }

  private static Function<Random, String> syllables(Random session) {
    var consonants = some(CONSONANTS, 9, session);
    var vowels = some(VOWELS + "y", 3, session);
    int least = between(3, 4, session);
    var tlds = tlds(session);
    return r -> {
      var text = new StringBuilder();
      for (int i = between(least, least + 2, r); i > 0; i--) {
        text.append(of(consonants, 1, 1, r)).append(of(vowels, 1, 1, r));
        text.append(oneIn(4, r) ? of(consonants, 1, 1, r) : "");
      }
      return text.append('.').append(tlds.next(r)).toString();
    };
  }

  private static Function<Random, String> dictionary(Random session) {
    var words = new ArrayList<String>();
    for (int i = between(60, 300, session); i > 0; i--) {
      words.add(Vocabulary.WORDS.next(session));
    }
    var list = new Vocabulary(words);
    var tlds = tlds(session);
    boolean three = oneIn(4, session);
    return r -> list.next(r) + list.next(r) + (three ? list.next(r) : "") + '.' + tlds.next(r);
  }

  /** A few letters that change before, in or behind those that stay. */
  private static Function<Random, String> stem(Random session) {
    var stem = of(ALPHABET, 5, 10, session);
    int at = session.nextInt(stem.length() + 1);
    int length = between(3, 6, session);
    var tlds = tlds(session);
    return r ->
        stem.substring(0, at)
            + of(ALPHABET, length, length, r)
            + stem.substring(at)
            + '.'
            + tlds.next(r);
  }

  private static Function<Random, String> parts(Random session) {
    var joint = oneIn(2, session) ? "-" : of(DIGITS, 1, 2, session);
    var alphabet = oneIn(2, session) ? ALPHABET : ALPHABET + DIGITS;
    int length = between(4, 7, session);
    var tlds = tlds(session);
    return r ->
        of(alphabet, length - 1, length, r)
            + joint
            + of(alphabet, length, length + 1, r)
            + '.'
            + tlds.next(r);
  }

  private static String some(String characters, int least, Random random) {
    var left = new ArrayList<>(characters.chars().mapToObj(c -> (char) c).toList());
    Collections.shuffle(left, random);
    var some = new StringBuilder();
    left.subList(0, between(least, left.size(), random)).forEach(some::append);
    return some.toString();
  }

  private static Vocabulary tlds(Random random) {
    var some = new ArrayList<String>();
    for (int i = between(1, 20, random); i > 0; i--) {
      some.add((oneIn(2, random) ? TLDS : OTHER_TLDS).next(random));
    }
    return new Vocabulary(some);
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
