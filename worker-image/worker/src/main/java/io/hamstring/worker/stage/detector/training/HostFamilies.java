package io.hamstring.worker.stage.detector.training;

import static io.hamstring.worker.stage.detector.training.Letters.ALPHABET;
import static io.hamstring.worker.stage.detector.training.Letters.DIGITS;
import static io.hamstring.worker.stage.detector.training.Letters.HEX;
import static io.hamstring.worker.stage.detector.training.Letters.of;
import static io.hamstring.worker.stage.detector.training.Letters.oneIn;

import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Families of many names under one domain that carry no data: hosts, services, content networks,
 * and look-ups by hash or address, which look like a tunnel's names at first sight.
 */
final class HostFamilies {

  private static final Vocabulary ROLES =
      Vocabulary.of(
          "www mail m api cdn static img login ns1 ns2 smtp imap vpn shop blog app auth dev test"
              + " staging media ads track stats update download files docs support news portal"
              + " search s3 ftp webmail autodiscover time push events edge assets images video maps"
              + " play books drive photos accounts apis fonts ogs ssl clients1 clients4 mtalk");
  private static final Vocabulary REGIONS =
      Vocabulary.of(
          "us-east-1 us-west-2 eu-west-1 eu-central-1 ap-south-1 ap-southeast-2 sa-east-1 fra ams");
  private static final Vocabulary TLDS = Vocabulary.of("com net org de co.uk fr cloud");

  private HostFamilies() {}

  static List<NameFamily> all() {
    return List.of(
        family("hosts", Use.NAMES, HostFamilies::hosts),
        family("edge-numbers", Use.NAMES, HostFamilies::edgeNumbers),
        family("regional-services", Use.NAMES, HostFamilies::regionalServices),
        family("hash-lookup", Use.NAMES, HostFamilies::hashLookup),
        family("block-list", Use.NAMES, HostFamilies::blockList),
        family("device-reports", Use.NAMES, HostFamilies::deviceReports),
        family("subscribers", Use.NAMES, HostFamilies::subscribers),
        family("search-domain-names", Use.NAMES, r -> searchDomain(Use.NAMES, r)),
        family("cloud-hosts", Use.NAMES, HostFamilies::cloudHosts),
        family("search-domain-sites", Use.VALIDATION, r -> searchDomain(Use.CLIENTS, r)),
        family("racks", Use.VALIDATION, HostFamilies::racks),
        family("short-hash-lookup", Use.VALIDATION, HostFamilies::shortHashLookup),
        family("shards", Use.VALIDATION, HostFamilies::shards),
        family("sensors", Use.WITHHELD, HostFamilies::sensors),
        family("mail-clicks", Use.WITHHELD, HostFamilies::mailClicks),
        family("user-pages", Use.WITHHELD, HostFamilies::userPages));
  }

  private static NameFamily family(
      String id, Use use, Function<Random, Function<Random, String>> sessions) {
    return new NameFamily(id, Origin.SERVICE, use, sessions);
  }

  private static String domain(Random random) {
    return Vocabulary.SITES.next(random) + "cloud." + TLDS.next(random);
  }

  private static String word(Random random) {
    return Vocabulary.WORDS.next(random);
  }

  private static Function<Random, String> hosts(Random session) {
    var domain = domain(session);
    return r -> {
      var host = oneIn(3, r) ? word(r) : ROLES.next(r);
      return (oneIn(4, r) ? ROLES.next(r) + '.' : "") + host + '.' + domain;
    };
  }

  private static Function<Random, String> edgeNumbers(Random session) {
    var domain = domain(session);
    var letter = of("abcdeg", 1, 1, session);
    return r -> "e" + of(DIGITS, 3, 6, r) + '.' + letter + '.' + domain;
  }

  private static Function<Random, String> regionalServices(Random session) {
    var domain = domain(session);
    return r -> word(r) + '-' + of(DIGITS, 6, 10, r) + '.' + REGIONS.next(r) + ".elb." + domain;
  }

  /** A virus scanner asks whether anybody knows a file. */
  private static Function<Random, String> hashLookup(Random session) {
    var domain = domain(session);
    return r -> of(HEX, 32, 32, r) + ".hash." + domain;
  }

  /** A mail server asks whether an address is known to send spam. */
  private static Function<Random, String> blockList(Random session) {
    var domain = "zen." + domain(session);
    return r ->
        r.nextInt(256)
            + "."
            + r.nextInt(256)
            + '.'
            + r.nextInt(256)
            + '.'
            + r.nextInt(256)
            + '.'
            + domain;
  }

  private static Function<Random, String> deviceReports(Random session) {
    var domain = "telemetry." + domain(session);
    return r ->
        of(HEX, 8, 8, r)
            + '-'
            + of(HEX, 4, 4, r)
            + '-'
            + of(HEX, 4, 4, r)
            + '-'
            + of(HEX, 4, 4, r)
            + '-'
            + of(HEX, 12, 12, r)
            + '.'
            + domain;
  }

  private static Function<Random, String> subscribers(Random session) {
    var domain = domain(session);
    var net = session.nextInt(224) + "-" + session.nextInt(256) + '-';
    return r -> net + r.nextInt(256) + '-' + r.nextInt(256) + ".dyn." + domain;
  }

  /** Every name is looked for in the company's own domain first. */
  private static Function<Random, String> searchDomain(Use use, Random session) {
    var domain = domain(session);
    var names = BenignFamilies.all().stream().filter(family -> family.use() == use).toList();
    return r -> NameFamilies.next(names, r) + '.' + domain;
  }

  private static Function<Random, String> cloudHosts(Random session) {
    var domain = domain(session);
    return r ->
        switch (r.nextInt(3)) {
          case 0 ->
              word(r)
                  + '-'
                  + word(r)
                  + '-'
                  + word(r)
                  + '-'
                  + of(DIGITS, 8, 10, r)
                  + '.'
                  + REGIONS.next(r)
                  + ".elb."
                  + domain;
          case 1 ->
              "ec2-"
                  + r.nextInt(256)
                  + '-'
                  + r.nextInt(256)
                  + '-'
                  + r.nextInt(256)
                  + '-'
                  + r.nextInt(256)
                  + '.'
                  + REGIONS.next(r)
                  + ".compute."
                  + domain;
          default -> word(r) + word(r) + '.' + word(r) + '.' + REGIONS.next(r) + '.' + domain;
        };
  }

  private static Function<Random, String> racks(Random session) {
    var domain = domain(session);
    return r ->
        "rack"
            + of(DIGITS, 2, 3, r)
            + "-node"
            + of(DIGITS, 1, 2, r)
            + ".dc"
            + r.nextInt(4)
            + '.'
            + domain;
  }

  private static Function<Random, String> shortHashLookup(Random session) {
    var domain = domain(session);
    return r -> of(HEX, 16, 26, r) + ".rep." + domain;
  }

  private static Function<Random, String> shards(Random session) {
    var domain = domain(session);
    return r -> "r" + r.nextInt(20) + "---sn-" + of(ALPHABET + DIGITS, 6, 12, r) + '.' + domain;
  }

  private static Function<Random, String> sensors(Random session) {
    var domain = domain(session);
    var kind = word(session);
    return r -> kind + '-' + of(DIGITS, 4, 4, r) + ".site" + r.nextInt(30) + '.' + domain;
  }

  private static Function<Random, String> mailClicks(Random session) {
    var domain = domain(session);
    return r -> of(ALPHABET + DIGITS, 12, 20, r) + ".ct." + domain;
  }

  private static Function<Random, String> userPages(Random session) {
    var domain = domain(session);
    return r -> word(r) + Vocabulary.PLACES.next(r) + of(DIGITS, 0, 4, r) + '.' + domain;
  }
}
