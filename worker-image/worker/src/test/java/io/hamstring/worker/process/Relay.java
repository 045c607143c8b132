package io.hamstring.worker.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port on loopback that leads to another one, as a name leads to an address. */
final class Relay implements AutoCloseable {

  private final ServerSocket port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile int target;

  private Relay(ServerSocket port) {
    this.port = port;
  }

  /** One that leads nowhere yet. */
  static Relay open() {
    try {
      var relay = new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      daemon(relay::accept);
      return relay;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a client has to connect. */
  String address() {
    return "127.0.0.1:" + port.getLocalPort();
  }

  /**
   * Leads to {@code address} from now on; connections that are open end.
   *
   * @param address a port of this machine, such as {@code 127.0.0.1:9092}
   */
  void leadTo(String address) {
    target = Integer.parseInt(address.substring(address.indexOf(':') + 1));
    open.forEach(Relay::end);
  }

  private void accept() {
    while (!port.isClosed()) {
      try {
        var near = port.accept();
        open.add(near);
        var far = new Socket();
        open.add(far);
        daemon(() -> join(near, far));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void join(Socket near, Socket far) {
    try {
      far.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      daemon(() -> pass(far, near));
      pass(near, far);
    } catch (IOException nobody) {
      end(near);
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException over) {
      // Either side has closed; both are closed now.
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  private static void end(Closeable socket) {
    try {
      socket.close();
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }

  private static void daemon(Runnable work) {
    var thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    end(port);
    open.forEach(Relay::end);
  }
}
