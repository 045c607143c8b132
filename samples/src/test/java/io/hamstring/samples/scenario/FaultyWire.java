package io.hamstring.samples.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A wire to a server on this machine that can be cut, or go dead without anybody being told. */
final class FaultyWire implements AutoCloseable {

  private final ServerSocket listening;
  private final int server;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            var thread = new Thread(task, "wire");
            thread.setDaemon(true);
            return thread;
          });

  FaultyWire(int server) {
    this.server = server;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException noPort) {
      throw new UncheckedIOException(noPort);
    }
    threads.execute(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Ends all connections that there are; new ones work. */
  void cut() {
    connections.forEach(Connection::close);
  }

  /** All connections that there are stay open and say nothing more; new ones work. */
  void deaden() {
    connections.forEach(connection -> connection.dead = true);
  }

  private void accept() {
    try {
      while (true) {
        var connection =
            new Connection(
                listening.accept(), new Socket(InetAddress.getLoopbackAddress(), server));
        connections.add(connection);
        threads.execute(() -> connection.pump(connection.near, connection.far));
        threads.execute(() -> connection.pump(connection.far, connection.near));
      }
    } catch (IOException closed) {
      connections.forEach(Connection::close);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    threads.shutdownNow();
    connections.forEach(Connection::close);
  }

  private final class Connection {
    private final Socket near;
    private final Socket far;
    private volatile boolean dead;

    private Connection(Socket near, Socket far) {
      this.near = near;
      this.far = far;
    }

    private void pump(Socket from, Socket to) {
      var buffer = new byte[16_384];
      try {
        for (int read; (read = from.getInputStream().read(buffer)) >= 0; ) {
          if (!dead) {
            to.getOutputStream().write(buffer, 0, read);
          }
        }
      } catch (IOException broken) {
        // Whoever broke it knows.
      }
      close();
    }

    private void close() {
      connections.remove(this);
      try {
        near.close();
        far.close();
      } catch (IOException already) {
        // Nothing is left to close.
      }
    }
  }
}
