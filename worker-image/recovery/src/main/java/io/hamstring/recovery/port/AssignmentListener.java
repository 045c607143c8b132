package io.hamstring.recovery.port;

import io.hamstring.recovery.processing.Partition;
import java.util.Set;

/** Is told of changes of the assignment, inside {@link Input#poll} and {@link Input#close}. */
public interface AssignmentListener {

  /** Partitions were added; possibly none. */
  void assigned(Set<Partition> added);

  /** Partitions are being taken; offsets may still be committed until this returns. */
  void revoked(Set<Partition> taken);

  /** Partitions already belong to somebody else; nothing may be committed for them. */
  void lost(Set<Partition> gone);
}
