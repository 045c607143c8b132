package io.hamstring.samples.traffic;

import io.hamstring.worker.stage.detector.training.NameFamilies;
import io.hamstring.worker.stage.detector.training.NameFamily;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The clients of a made-up site: eight IPv4 subnets and three IPv6 ones, some clients planted. */
final class Network {

  private static final int IPV4_SUBNETS = 8;
  private static final int IPV6_SUBNETS = 3;
  private static final int CLIENTS_EACH = 9;

  /** One client in so many is planted, and of these one in three tunnels. */
  private static final int ONE_IN_THIS_MANY_IS_PLANTED = 5;

  private final List<Client> clients = new ArrayList<>();
  private final int[] weights;

  /** A site whose names are all of families that serve one of these purposes. */
  Network(Use[] uses, Random random) {
    var generated = of(Origin.GENERATED, uses);
    var tunnels = of(Origin.TUNNEL, uses);
    var services = of(Origin.SERVICE, uses);
    var names = new BenignNames(of(Origin.BENIGN, uses), random);
    var addresses = addresses(random);
    int first = random.nextInt(ONE_IN_THIS_MANY_IS_PLANTED);
    int planted = 0;
    for (int i = 0; i < addresses.size(); i++) {
      var browsing = Habit.browsing(names);
      if (i % ONE_IN_THIS_MANY_IS_PLANTED == first) {
        boolean tunnel = planted % 3 == 2;
        var family =
            tunnel
                ? tunnels.get(planted / 3 % tunnels.size())
                : generated.get((planted - planted / 3) % generated.size());
        var habit =
            tunnel
                ? Habit.tunnelling(family, browsing, random)
                : Habit.infected(family, browsing, random);
        clients.add(client(addresses.get(i), 6, habit, Optional.of(family)));
        planted++;
      } else {
        var habit = ordinary(names, services, random);
        clients.add(client(addresses.get(i), 1 + random.nextInt(8), habit, Optional.empty()));
      }
    }
    weights = new int[clients.size()];
    int sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += clients.get(i).weight();
      weights[i] = sum;
    }
  }

  private static List<NameFamily> of(Origin origin, Use[] uses) {
    return NameFamilies.of(origin, uses[0], Arrays.copyOfRange(uses, 1, uses.length));
  }

  private static Client client(
      String address, int weight, Habit habit, Optional<NameFamily> planted) {
    var resolver = address.indexOf(':') < 0 ? "10.10.0.53" : "2001:db8:53::53";
    return new Client(address, resolver, weight, habit, planted);
  }

  /** Most clients browse; some do what looks odd and is not. */
  private static Habit ordinary(BenignNames names, List<NameFamily> services, Random random) {
    var browsing = Habit.browsing(names);
    return switch (random.nextInt(10)) {
      case 0 -> Habit.searchDomain(names, random);
      case 1 -> Habit.crawling(names);
      case 2 -> Habit.service(services.get(random.nextInt(services.size())), browsing, random);
      default -> browsing;
    };
  }

  List<Client> clients() {
    return clients;
  }

  /** The client that asks next. */
  Client next(Random random) {
    int drawn = random.nextInt(weights[weights.length - 1]);
    int i = 0;
    while (weights[i] <= drawn) {
      i++;
    }
    return clients.get(i);
  }

  private static List<String> addresses(Random random) {
    var addresses = new ArrayList<String>();
    for (int subnet = 0; subnet < IPV4_SUBNETS; subnet++) {
      int third = 1 + subnet * 16 + random.nextInt(16);
      for (int client = 0; client < CLIENTS_EACH; client++) {
        addresses.add("10.20." + third + "." + (10 + client * 25 + random.nextInt(25)));
      }
    }
    for (int subnet = 0; subnet < IPV6_SUBNETS; subnet++) {
      for (int client = 0; client < CLIENTS_EACH; client++) {
        addresses.add(
            "2001:db8:%x::%x".formatted(0x20 + subnet, 0x100 + client * 64 + random.nextInt(64)));
      }
    }
    return addresses;
  }
}
