package io.hamstring.samples.kubelet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Addresses 127.0.x.y, each given to one pod at a time. Confined to one thread. */
final class LoopbackAddresses {

  private static final int BLOCKS = 254;
  private static final int IN_BLOCK = 254;

  private final Set<String> given = new HashSet<>();
  private int next;

  /** Starts at a random address: other programs on this machine may do the same. */
  LoopbackAddresses(RandomGenerator random) {
    next = random.nextInt(BLOCKS * IN_BLOCK);
  }

  /** An address that nobody listens on at any of {@code ports}. */
  String take(Collection<Integer> ports) {
    for (var attempt = 0; attempt < BLOCKS * IN_BLOCK; attempt++) {
      var number = next++ % (BLOCKS * IN_BLOCK);
      var address = "127.0." + (1 + number / IN_BLOCK) + "." + (1 + number % IN_BLOCK);
      if (!given.contains(address) && ports.stream().allMatch(port -> isFree(address, port))) {
        given.add(address);
        return address;
      }
    }
    throw new IllegalStateException("no loopback address is free for a pod");
  }

  void release(String address) {
    given.remove(address);
  }

  private static boolean isFree(String address, int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
