package io.hamstring.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.random.RandomGenerator;

/**
 * The two loopback ports of a broker. They are taken from below the range that the system gives to
 * outgoing connections (Linux: from 32768): a client that keeps reconnecting to a stopped broker
 * could otherwise be given that very port and hold it against the broker's return.
 *
 * @param clients where clients connect
 * @param controller where the controller listens
 */
record BrokerPorts(int clients, int controller) {

  private static final int FIRST = 15_000;
  private static final int BEYOND = 32_000;
  private static final int TRIES = 1_000;

  /** Two ports that nobody listens on now; somebody else may take them before the broker does. */
  static BrokerPorts free(RandomGenerator random) {
    var clients = freePort(random, 0);
    return new BrokerPorts(clients, freePort(random, clients));
  }

  /** Whether both could be listened on now. */
  boolean areFree() {
    return isFree(clients) && isFree(controller);
  }

  private static int freePort(RandomGenerator random, int except) {
    for (var attempt = 0; attempt < TRIES; attempt++) {
      var port = random.nextInt(FIRST, BEYOND);
      if (port != except && isFree(port)) {
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
