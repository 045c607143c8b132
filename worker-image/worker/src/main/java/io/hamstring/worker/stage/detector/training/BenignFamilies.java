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
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;

/**
 * Families of names that people and their software ask for, among them those that look generated to
 * the eye and are not: content networks, cloud hosts, service records, mistyped names and names
 * with a search domain behind.
 */
final class BenignFamilies {

  private static final Vocabulary TLDS =
      Vocabulary.of(
          "com com com com com net net org org info biz de de uk co.uk fr it nl pl ru cn jp co.jp"
              + " com.br com.au eu us ca ch at io me tv cc ws su top xyz pw in edu gov int se no");
  private static final Vocabulary HOSTS =
      Vocabulary.of(
          "www www www www mail m api cdn static img login ns1 ns2 smtp imap vpn shop blog app auth"
              + " dev test staging media ads track stats update download files docs support news"
              + " portal search s3 ftp webmail autodiscover time push events edge assets images");
  private static final Vocabulary ZONES =
      Vocabulary.of("lan local corp internal home home.arpa intra ad fritz.box localdomain");
  private static final Vocabulary ROLES =
      Vocabulary.of(
          "srv web db dc sql mail file print fw gw sw ap pc nb ws app node host vm esx nas cam"
              + " prn");
  private static final Vocabulary REGIONS =
      Vocabulary.of(
          "us-east-1 us-west-2 eu-west-1 eu-central-1 ap-south-1 ap-southeast-2 sa-east-1 fra ams"
              + " lon nyc sjc sin hkg nrt");
  private static final Vocabulary SERVICES =
      Vocabulary.of(
          "_ldap._tcp.dc._msdcs _kerberos._tcp _sip._tls _xmpp-server._tcp _autodiscover._tcp"
              + " _dmarc _domainkey lb._dns-sd._udp db._dns-sd._udp _ntp._udp gc._msdcs");
  private static final Vocabulary BLOGS =
      Vocabulary.of(
          "blogspot.com wordpress.com tumblr.com github.io wixsite.com weebly.com livejournal.com"
              + " medium.com herokuapp.com netlify.app substack.com");
  private static final Vocabulary TRADES =
      Vocabulary.of(
          "bau hotel praxis shop auto immobilien consulting law dental partners group travel foto"
              + " media yoga cafe bikes motors logistics energie clinic church school fc museum");
  private static final Vocabulary SYLLABLES =
      Vocabulary.of(
          "ba be bi bo bu da de di do du fa fe fi fo ga ge go ha he ho ka ke ki ko ku la le li lo"
              + " lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te"
              + " ti to tu va ve vi vo wa we za ze zi zo an en in on ar er or al el il ex um is as"
              + " us");
  private static final Vocabulary ENDINGS =
      Vocabulary.of("x ly fy io ia a o r er us ix ex on in en ics ium tech soft net lab corp bit");

  private BenignFamilies() {}

  static List<NameFamily> all() {
    return List.of(
        names("site", BenignFamilies::site),
        names("words", r -> host(words(r) + tld(r), r)),
        names("coined", r -> host(coined(r) + tld(r), r)),
        names("acronym", r -> host(acronym(r) + tld(r), r)),
        names("content-network", BenignFamilies::contentNetwork),
        names("company-host", r -> companyHost(r) + '.' + zone(r)),
        names("service-record", r -> SERVICES.next(r) + '.' + zone(r)),
        names("search-domain", r -> site(r) + '.' + zone(r)),
        names("mistyped", r -> mistyped(Vocabulary.SITES.next(r), r) + tld(r)),
        names("single-label", r -> singleLabel(r)),
        clients("place", r -> host(place(r) + tld(r), r)),
        clients("device", r -> device(r) + '.' + ZONES.next(r)),
        clients("blog", r -> blog(r) + '.' + BLOGS.next(r)),
        validation("mistyped-words", r -> mistyped(words(r), r) + tld(r)));
  }

  private static NameFamily names(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.BENIGN, Use.NAMES, names);
  }

  private static NameFamily clients(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.BENIGN, Use.CLIENTS, names);
  }

  private static NameFamily validation(String id, Function<Random, String> names) {
    return NameFamily.of(id, Origin.BENIGN, Use.VALIDATION, names);
  }

  private static String tld(Random random) {
    return '.' + TLDS.next(random);
  }

  private static String host(String domain, Random random) {
    return switch (random.nextInt(5)) {
      case 0, 1 -> domain;
      case 2, 3 -> HOSTS.next(random) + '.' + domain;
      default -> HOSTS.next(random) + of(DIGITS, 0, 2, random) + '.' + words(random) + '.' + domain;
    };
  }

  private static String site(Random random) {
    return host(Vocabulary.SITES.next(random) + tld(random), random);
  }

  private static String words(Random random) {
    var text = new StringBuilder(Vocabulary.WORDS.next(random));
    for (int more = between(0, 2, random); more > 0; more--) {
      text.append(oneIn(4, random) ? "-" : "").append(Vocabulary.WORDS.next(random));
    }
    return text.append(oneIn(8, random) ? of(DIGITS, 1, 4, random) : "").toString();
  }

  private static String coined(Random random) {
    var text = new StringBuilder();
    for (int i = between(2, 4, random); i > 0; i--) {
      text.append(SYLLABLES.next(random));
      text.append(oneIn(5, random) ? of(CONSONANTS, 1, 1, random) : "");
    }
    return text.append(oneIn(2, random) ? ENDINGS.next(random) : "").toString();
  }

  private static String acronym(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> of(ALPHABET, 2, 4, random);
      case 1 -> of(CONSONANTS, 2, 5, random);
      case 2 -> of(ALPHABET, 2, 4, random) + Vocabulary.WORDS.next(random);
      default -> of(ALPHABET, 1, 3, random) + of(DIGITS, 1, 4, random);
    };
  }

  private static String contentNetwork(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> "d" + of(ALPHABET + DIGITS, 12, 13, random) + ".cloudfront.net";
      case 1 ->
          "e" + of(DIGITS, 3, 5, random) + "." + of("abcdg", 1, 1, random) + ".akamaiedge.net";
      case 2 ->
          "ec2-" + octets('-', random) + "." + REGIONS.next(random) + ".compute.amazonaws.com";
      case 3 ->
          "r" + of(DIGITS, 1, 2, random) + "---sn-" + of(HEX, 6, 10, random) + ".googlevideo.com";
      case 4 ->
          words(random)
              + "-"
              + of(DIGITS, 8, 10, random)
              + "."
              + REGIONS.next(random)
              + ".elb.amazonaws.com";
      case 5 -> octets('.', random) + ".in-addr.arpa";
      case 6 -> uuid(random) + "." + Vocabulary.SITES.next(random) + tld(random);
      case 7 ->
          of(HEX, 16, 32, random)
              + "."
              + words(random)
              + "."
              + Vocabulary.SITES.next(random)
              + tld(random);
      case 8 -> words(random) + "." + REGIONS.next(random) + ".windows.net";
      case 9 ->
          of(ALPHABET, 1, 3, random)
              + of(DIGITS, 1, 3, random)
              + "."
              + Vocabulary.SITES.next(random)
              + tld(random);
      case 10 -> octets('-', random) + ".dyn." + coined(random) + tld(random);
      default -> of(ALPHABET + DIGITS, 8, 20, random) + "." + words(random) + tld(random);
    };
  }

  private static String companyHost(Random random) {
    var role = ROLES.next(random);
    return switch (random.nextInt(4)) {
      case 0 -> role + of(DIGITS, 1, 4, random);
      case 1 -> role + "-" + REGIONS.next(random) + "-" + of(DIGITS, 2, 3, random);
      case 2 -> "desktop-" + of(ALPHABET + DIGITS, 7, 7, random);
      default -> words(random) + "-" + role;
    };
  }

  private static String zone(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> ZONES.next(random);
      case 1 -> words(random) + '.' + ZONES.next(random);
      case 2 -> acronym(random) + tld(random);
      default -> "corp." + coined(random) + tld(random);
    };
  }

  /** Chromium asks for such names when it starts, to see whether the resolver makes answers up. */
  private static String singleLabel(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> of(ALPHABET, 7, 15, random);
      case 1 -> "wpad";
      default -> companyHost(random);
    };
  }

  private static String mistyped(String name, Random random) {
    var text = new StringBuilder(name);
    int at = random.nextInt(text.length());
    switch (random.nextInt(4)) {
      case 0 -> text.insert(at, text.charAt(at));
      case 1 -> text.insert(at, of(ALPHABET, 1, 1, random));
      case 2 -> text.setCharAt(at, of(ALPHABET + VOWELS, 1, 1, random).charAt(0));
      default -> text.append(text.charAt(at)).deleteCharAt(at);
    }
    return text.toString();
  }

  private static String place(Random random) {
    var place = Vocabulary.PLACES.next(random);
    return switch (random.nextInt(4)) {
      case 0 -> place;
      case 1 -> TRADES.next(random) + '-' + place;
      case 2 -> place + TRADES.next(random);
      default -> place + '-' + Vocabulary.PLACES.next(random);
    };
  }

  private static String device(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Vocabulary.PLACES.next(random) + "s-iphone";
      case 1 -> "iot-" + of(HEX, 4, 6, random);
      default -> "printer-" + Vocabulary.PLACES.next(random) + of(DIGITS, 1, 2, random);
    };
  }

  private static String blog(Random random) {
    var name = Vocabulary.PLACES.next(random) + Vocabulary.WORDS.next(random);
    return oneIn(3, random) ? name + (1960 + random.nextInt(60)) : name;
  }

  private static String octets(char separator, Random random) {
    return String.format(
        Locale.ROOT,
        "%d%c%d%c%d%c%d",
        random.nextInt(256),
        separator,
        random.nextInt(256),
        separator,
        random.nextInt(256),
        separator,
        random.nextInt(256));
  }

  private static String uuid(Random random) {
    return of(HEX, 8, 8, random)
        + "-"
        + of(HEX, 4, 4, random)
        + "-"
        + of(HEX, 4, 4, random)
        + "-"
        + of(HEX, 4, 4, random)
        + "-"
        + of(HEX, 12, 12, random);
  }
}
