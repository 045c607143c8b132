package io.hamstring.operator.spec;

import java.util.Objects;

/**
 * Which stored pipeline a spec belongs to.
 *
 * @param uid what Kubernetes gave this object and no other; empty for one that is not stored
 * @param generation the count of changes of the spec
 */
public record PipelineIdentity(String namespace, String name, String uid, long generation) {

  public PipelineIdentity {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(uid, "uid");
  }
}
