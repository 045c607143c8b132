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
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Families that were written down before the model was trained and before its thresholds were
 * chosen, and that neither has seen. Whoever changes the model with an eye on them moves them to
 * {@link ValidationFamilies} and writes new ones.
 */
final class WithheldFamilies {

  private static final Vocabulary TLDS =
      Vocabulary.of("com net org info biz eu us de co.uk su ru in");
  private static final Vocabulary NOUNS =
      Vocabulary.of(
          "abeja agua alma amigo anillo arbol arena avion azul banco barco bosque brazo burro"
              + " cabeza caja calle camino campo carta casa cielo cinta coche codo comida corazon"
              + " cuerpo dedo dinero espejo estrella fuego gato hierro hoja hombre hueso iglesia"
              + " invierno jardin juego lago leche libro llave lluvia luna madera mano mar mesa"
              + " mundo nieve noche nube ojo oreja oro otono pan papel pared perro pez piedra playa"
              + " pluma puente puerta queso raiz reloj rio ropa sal sangre silla sol sombra suelo"
              + " tarde tierra toro torre vaca vela verano vino viento zapato");
  private static final Vocabulary NORDIC =
      Vocabulary.of(
          "bjork berg blad bok dagbladet dal djur elv fisk fjell fjord flod folk frost gard glas"
              + " gron hav hus hjelm jakt jarn kaffe katt kirke konst kust lampa lys mane mjolk"
              + " mork natt norr osta planta regn ros sjo skog skola skjold sno sol spar sten"
              + " strand sund svart tak tid tradgard tval vag vann vinter vind yrke angar asen orn"
              + " ljus kvarn");
  private static final Vocabulary PINYIN =
      Vocabulary.of(
          "zhong guo xin hua wang qiang xi zhang jing bei shang hai guang zhou chong qing tian jin"
              + " feng yun long hu zhi xue shu ji jia le you ku tao bao dou yin wei bo cheng du nan"
              + " dong xia men zheng yi che wu liu qi ren min ri bao hong cai piao lv you zhuan");
  private static final Vocabulary SUFFIXES = Vocabulary.of("se no fi dk nu com net");

  private WithheldFamilies() {}

  static List<NameFamily> all() {
    return List.of(
        generated("alternating", r -> alternating(r) + tld(r)),
        generated("fixed-tail", r -> of(ALPHABET, 4, 4, r) + "nsinaixtgxrb" + ".com"),
        generated("anagram", r -> anagram("windowsexplorerdot", 14, r) + tld(r)),
        generated("narrow-alphabet", r -> of("abcdefklmno", 16, 16, r) + tld(r)),
        generated("repeated-unit", r -> repeated(r) + ".biz"),
        generated("ten-letters", r -> of("qwersaphmn", 10, 10, r) + tld(r)),
        generated("tagged-hex", r -> "ab" + of(HEX, 10, 10, r) + ".com"),
        generated("two-nouns", r -> NOUNS.next(r) + NOUNS.next(r) + ".net"),
        benign("nordic", r -> nordic(r) + '.' + SUFFIXES.next(r)),
        benign("pinyin", WithheldFamilies::pinyin),
        benign("short-brand", r -> "www." + of(CONSONANTS + VOWELS, 3, 6, r) + tld(r)),
        benign("bucket", WithheldFamilies::bucket),
        benign("click", r -> of(ALPHABET + DIGITS, 16, 22, r) + ".ct." + site(r)),
        benign("punycode", r -> "xn--" + NORDIC.next(r) + '-' + of(ALPHABET, 2, 4, r) + tld(r)));
  }

  private static NameFamily generated(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.GENERATED, Use.WITHHELD, names);
  }

  private static NameFamily benign(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.BENIGN, Use.WITHHELD, names);
  }

  private static String tld(Random random) {
    return '.' + TLDS.next(random);
  }

  private static String site(Random random) {
    return Vocabulary.SITES.next(random) + tld(random);
  }

  private static String alternating(Random random) {
    var text = new StringBuilder();
    boolean vowel = random.nextBoolean();
    for (int i = between(7, 11, random); i > 0; i--) {
      text.append(of(vowel ? "aeiouy" : CONSONANTS, 1, 1, random));
      vowel = !vowel;
    }
    return text.toString();
  }

  private static String anagram(String letters, int length, Random random) {
    var rest = new StringBuilder(letters);
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int at = random.nextInt(rest.length());
      text.append(rest.charAt(at));
      rest.deleteCharAt(at);
    }
    return text.toString();
  }

  private static String repeated(Random random) {
    var unit = of(ALPHABET, 3, 3, random);
    return unit + unit + of(ALPHABET, 1, 1, random);
  }

  private static String nordic(Random random) {
    var name = NORDIC.next(random) + (oneIn(3, random) ? "-" : "") + NORDIC.next(random);
    return oneIn(2, random) ? "www." + name : name;
  }

  private static String pinyin(Random random) {
    var text = new StringBuilder();
    for (int i = between(2, 4, random); i > 0; i--) {
      text.append(PINYIN.next(random));
    }
    return text.append(oneIn(4, random) ? of(DIGITS, 2, 3, random) : "")
        .append(oneIn(2, random) ? ".cn" : ".com.cn")
        .toString();
  }

  private static String bucket(Random random) {
    return Vocabulary.WORDS.next(random)
        + '-'
        + Vocabulary.PLACES.next(random)
        + '-'
        + of(HEX, 6, 10, random)
        + ".s3.eu-north-1.amazonaws.com";
  }
}
