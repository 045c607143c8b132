package io.hamstring.samples.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The names that people's browsers ask for: few names often, many names seldom. */
final class BenignNames {

  private static final int SITES = 400;

  private static final List<String> WORDS =
      List.of(
          "river", "book", "market", "cloud", "north", "garden", "photo", "travel", "music",
          "school", "health", "city", "solar", "coffee", "craft", "paper", "sport", "kitchen",
          "museum", "harbor", "train", "forum", "weather", "letter", "bridge", "maple", "union",
          "delta", "print", "trade", "stone", "light");

  private static final List<String> HOSTS =
      List.of(
          "www", "www", "www", "api", "cdn", "static", "img", "mail", "login", "assets", "m",
          "shop", "news", "video");

  private static final List<String> TOP_LEVELS =
      List.of("com", "com", "com", "org", "net", "de", "io", "eu", "fr", "uk");

  private final List<String> sites = new ArrayList<>();

  BenignNames(Random random) {
    for (int i = 0; i < SITES; i++) {
      var second = random.nextInt(4) == 0 ? "-" : "";
      var site = random.nextInt(3) == 0 ? word(random) : word(random) + second + word(random);
      sites.add(site + "." + TOP_LEVELS.get(random.nextInt(TOP_LEVELS.size())));
    }
  }

  /** A name that exists. */
  String name(Random random) {
    var site = site(random);
    return random.nextInt(5) == 0 ? site : HOSTS.get(random.nextInt(HOSTS.size())) + "." + site;
  }

  /** A name somebody mistyped: two neighbouring letters changed places, or one was left out. */
  String mistyped(Random random) {
    var name = "www." + site(random);
    int at = 4 + random.nextInt(2);
    var rest = name.substring(at + 1);
    return random.nextBoolean()
        ? name.substring(0, at) + rest
        : name.substring(0, at) + rest.charAt(0) + name.charAt(at) + rest.substring(1);
  }

  /** The nth site is asked for about 1/n as often as the first. */
  private String site(Random random) {
    int rank = (int) Math.pow(SITES, random.nextDouble()) - 1;
    return sites.get(Math.min(rank, SITES - 1));
  }

  private static String word(Random random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }
}
