package io.hamstring.bench.runtime;

/** Work that goes on until it is closed. */
public interface Running extends AutoCloseable {

  /** Ends it in good order: what was begun is committed or taken back. */
  @Override
  void close();
}
