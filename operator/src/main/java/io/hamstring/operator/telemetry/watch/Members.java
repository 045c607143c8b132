package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.GroupView;
import io.hamstring.operator.telemetry.Partition;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;

/** Reads the members of a group out of its description. */
public final class Members {

  private Members() {}

  /** The members as they are listed: one that is listed twice comes twice. */
  public static GroupView of(ConsumerGroupDescription group) {
    return GroupView.of(group.members().stream().map(Members::member).toList());
  }

  private static GroupMember member(MemberDescription member) {
    return new GroupMember(
        member.consumerId(),
        member.groupInstanceId().orElse(""),
        member.clientId(),
        member.host(),
        member.assignment().topicPartitions().stream()
            .map(partition -> new Partition(partition.topic(), partition.partition()))
            .collect(Collectors.toSet()));
  }
}
