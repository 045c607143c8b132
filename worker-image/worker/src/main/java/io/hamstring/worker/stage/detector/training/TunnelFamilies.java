package io.hamstring.worker.stage.detector.training;

import static io.hamstring.worker.stage.detector.training.Letters.ALPHABET;
import static io.hamstring.worker.stage.detector.training.Letters.CONSONANTS;
import static io.hamstring.worker.stage.detector.training.Letters.DIGITS;
import static io.hamstring.worker.stage.detector.training.Letters.HEX;
import static io.hamstring.worker.stage.detector.training.Letters.VOWELS;
import static io.hamstring.worker.stage.detector.training.Letters.between;
import static io.hamstring.worker.stage.detector.training.Letters.of;

import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Families of names that carry data to a domain of somebody's own, in the encodings that tunnelling
 * programs are known for: what is sent stands in long labels before the domain.
 */
final class TunnelFamilies {

  private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
  private static final String BASE36 = ALPHABET + DIGITS;
  private static final Vocabulary TLDS = Vocabulary.of("com net org info xyz top io me de");

  private TunnelFamilies() {}

  static List<NameFamily> all() {
    return List.of(
        family("stream", Use.NAMES, TunnelFamilies::stream),
        family("hex-session", Use.NAMES, TunnelFamilies::hexSession),
        family("chunks", Use.NAMES, TunnelFamilies::chunks),
        family("base64-frames", Use.VALIDATION, TunnelFamilies::base64Frames),
        family("numbered-hex", Use.VALIDATION, TunnelFamilies::numberedHex),
        family("beacon-post", Use.WITHHELD, TunnelFamilies::beaconPost),
        family("two-part-frames", Use.WITHHELD, TunnelFamilies::twoPartFrames),
        family("pronounceable", Use.WITHHELD, TunnelFamilies::pronounceable));
  }

  private static NameFamily family(
      String id, Use use, Function<Random, Function<Random, String>> sessions) {
    return new NameFamily(id, Origin.TUNNEL, use, sessions);
  }

  private static String domain(Random random) {
    var word = Vocabulary.WORDS.next(random);
    return switch (random.nextInt(3)) {
      case 0 -> word + Vocabulary.WORDS.next(random) + '.' + TLDS.next(random);
      case 1 -> "t." + word + of(DIGITS, 1, 2, random) + '.' + TLDS.next(random);
      default -> of(ALPHABET, 4, 8, random) + '.' + TLDS.next(random);
    };
  }

  /** A letter for the kind of frame, then full labels, as of a tunnel that carries IP packets. */
  private static Function<Random, String> stream(Random session) {
    var domain = domain(session);
    return r -> {
      var text = new StringBuilder(of("abcdp0", 1, 1, r));
      for (int i = between(0, 2, r); i > 0; i--) {
        text.append(of(BASE32, 57, 60, r)).append('.');
      }
      return text.append(of(BASE32, 20, 60, r)).append('.').append(domain).toString();
    };
  }

  /** Packets of a shell: a session's number, a sequence number, data; all in hexadecimal. */
  private static Function<Random, String> hexSession(Random session) {
    var domain = domain(session);
    var id = of(HEX, 6, 6, session);
    return r ->
        of(HEX, 4, 4, r) + id + of(HEX, 18, 52, r) + '.' + of(HEX, 10, 60, r) + '.' + domain;
  }

  /** A file in pieces of one size. */
  private static Function<Random, String> chunks(Random session) {
    var domain = domain(session);
    var id = of(BASE36, 4, 8, session);
    int size = between(32, 60, session);
    return r -> r.nextInt(10_000) + "." + of(BASE32, size, size, r) + '.' + id + '.' + domain;
  }

  private static Function<Random, String> base64Frames(Random session) {
    var domain = domain(session);
    return r -> of(BASE36 + "-_" + BASE36, 40, 63, r) + '.' + of(BASE36, 8, 40, r) + '.' + domain;
  }

  private static Function<Random, String> numberedHex(Random session) {
    var domain = domain(session);
    int size = between(48, 60, session);
    return r -> "%06d-".formatted(r.nextInt(1_000_000)) + of(HEX, size, size, r) + '.' + domain;
  }

  private static Function<Random, String> beaconPost(Random session) {
    var domain = domain(session);
    var id = of(HEX, 8, 8, session);
    return r ->
        "post.1"
            + of(HEX, 56, 56, r)
            + '.'
            + of(HEX, 20, 56, r)
            + '.'
            + of(HEX, 9, 9, r)
            + '.'
            + id
            + '.'
            + domain;
  }

  private static Function<Random, String> twoPartFrames(Random session) {
    var domain = domain(session);
    var tag = "s" + of(DIGITS, 3, 3, session);
    return r -> of(BASE36, 24, 40, r) + '.' + of(BASE36, 24, 40, r) + '.' + tag + '.' + domain;
  }

  /** Two bytes to five letters that can be read aloud. */
  private static Function<Random, String> pronounceable(Random session) {
    var domain = domain(session);
    return r -> {
      var text = new StringBuilder();
      for (int i = between(6, 9, r); i > 0; i--) {
        text.append(text.length() == 0 ? "" : "-");
        text.append(of(CONSONANTS, 1, 1, r)).append(of(VOWELS, 1, 1, r));
        text.append(of(CONSONANTS, 1, 1, r)).append(of(VOWELS, 1, 1, r));
        text.append(of(CONSONANTS, 1, 1, r));
      }
      return text.append('.').append(domain).toString();
    };
  }
}
