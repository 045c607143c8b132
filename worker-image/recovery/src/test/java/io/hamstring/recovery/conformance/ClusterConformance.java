package io.hamstring.recovery.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.conformance.Laboratory.Patience;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What holds of a cluster behind the ports, simulated or real: the parts that cases share. */
abstract class ClusterConformance {

  static final Duration BOUND = Duration.ofSeconds(20);

  private final List<Member> members = new ArrayList<>();
  Laboratory laboratory;

  /** The cluster under test, for one case. */
  protected abstract Laboratory laboratory() throws Exception;

  @BeforeEach
  void begin() throws Exception {
    laboratory = laboratory();
  }

  @AfterEach
  void end() {
    members.forEach(Member::close);
    laboratory.close();
  }

  /** The first start of a pod; nothing is open. */
  Member start(String pod, String... inputs) {
    return start(pod, 1, inputs);
  }

  Member start(String pod, long boot, String... inputs) {
    return start(pod, boot, Patience.LONG, inputs);
  }

  Member start(String pod, long boot, Patience patience, String... inputs) {
    return started(laboratory.pod(pod, boot, patience, List.of(inputs)));
  }

  private Member started(Laboratory.Pod pod) {
    var member = new Member(laboratory, pod);
    members.add(member);
    return member;
  }

  /** A member that owns all of a topic of one partition and has fetched all of {@code values}. */
  Member owner(String in, String... values) {
    return owner(Patience.LONG, in, values);
  }

  Member owner(Patience patience, String in, String... values) {
    laboratory.write(first(in), values);
    var member = start("pod", 1, patience, in).open();
    member.fetch(values.length);
    return member;
  }

  static Partition first(String topic) {
    return new Partition(topic, 0);
  }

  static FailedCall failure(ThrowingCallable call) {
    var failure = catchThrowableOfType(FailedCall.class, call);
    assertThat(failure).as("a call that was to fail").isNotNull();
    return failure;
  }

  static void fails(FailureKind kind, ThrowingCallable call) {
    assertThat(failure(call).kind()).isEqualTo(kind);
  }

  static boolean share(int each, Member... members) {
    for (var member : members) {
      if (member.assigned.size() != each) {
        return false;
      }
    }
    return true;
  }
}
