package io.hamstring.operator.telemetry.watch;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** A body that is given up as soon as it is longer than a bound, whatever its headers promised. */
public final class BoundedBody implements BodySubscriber<byte[]> {

  private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
  private final long bound;
  private Subscription subscription;
  private long received;

  /** A body of at most {@code bound} bytes. */
  public BoundedBody(long bound) {
    this.bound = bound;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole.getBody();
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    whole.onSubscribe(given);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (received > bound) {
      return;
    }
    received += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
    if (received > bound) {
      subscription.cancel();
      whole.onError(new TooLongException());
    } else {
      whole.onNext(buffers);
    }
  }

  @Override
  public void onError(Throwable failure) {
    whole.onError(failure);
  }

  @Override
  public void onComplete() {
    whole.onComplete();
  }

  /** The body is longer than its bound. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1;
  }
}
