package io.hamstring.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The loopback ports of a broker. They are taken from below the range that the system gives to
 * outgoing connections (Linux: from 32768): a client that keeps reconnecting to a stopped broker
 * could otherwise be given that very port and hold it against the broker's return.
 *
 * @param clients where clients connect
 * @param controller where the controller listens
 * @param internal where brokers connect to one another when clients have to prove who they are
 */
record BrokerPorts(int clients, int controller, int internal) {

  private static final int FIRST = 15_000;
  private static final int BEYOND = 32_000;
  private static final int TRIES = 1_000;

  /** Ports that nobody listens on now; somebody else may take them before the broker does. */
  static BrokerPorts free(RandomGenerator random) {
    var taken = new HashSet<Integer>();
    return new BrokerPorts(
        freePort(random, taken), freePort(random, taken), freePort(random, taken));
  }

  /** Whether all could be listened on now. */
  boolean areFree() {
    return IntStream.of(clients, controller, internal).allMatch(BrokerPorts::isFree);
  }

  private static int freePort(RandomGenerator random, Set<Integer> taken) {
    for (var attempt = 0; attempt < TRIES; attempt++) {
      var port = random.nextInt(FIRST, BEYOND);
      if (isFree(port) && taken.add(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no free port from " + FIRST + " to " + BEYOND + " in " + TRIES + " tries");
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
