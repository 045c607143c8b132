package io.hamstring.samples.traffic;

import io.hamstring.worker.stage.detector.training.NameFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The clients of a made-up site: eight IPv4 subnets and three IPv6 ones, some clients planted. */
final class Network {

  private static final int IPV4_SUBNETS = 8;
  private static final int IPV6_SUBNETS = 3;
  private static final int CLIENTS_EACH = 9;
  private static final int PLANTED = 7;

  private final List<Client> clients = new ArrayList<>();
  private final int[] weights;

  Network(List<NameFamily> families, Random random) {
    var addresses = addresses(random);
    int every = addresses.size() / PLANTED;
    int first = random.nextInt(every);
    for (int i = 0; i < addresses.size(); i++) {
      boolean planted = i % every == first && i / every < PLANTED;
      clients.add(
          new Client(
              addresses.get(i),
              addresses.get(i).indexOf(':') < 0 ? "10.10.0.53" : "2001:db8:53::53",
              planted ? 6 : 1 + random.nextInt(8),
              planted ? Optional.of(families.get(i / every % families.size())) : Optional.empty()));
    }
    weights = new int[clients.size()];
    int sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += clients.get(i).weight();
      weights[i] = sum;
    }
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
