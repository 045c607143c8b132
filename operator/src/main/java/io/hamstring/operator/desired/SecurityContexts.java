package io.hamstring.operator.desired;

import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.SeccompProfile;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;

/**
 * What the pod security standard "restricted" asks for, field by field, unless the template says
 * otherwise.
 */
final class SecurityContexts {

  /** A user that no image has; "restricted" wants it to be a number other than 0. */
  private static final long USER = 10001;

  private SecurityContexts() {}

  /** Of the pod; {@code override} may be null. */
  static PodSecurityContext ofPod(PodSecurityContext override) {
    var context =
        override == null
            ? new PodSecurityContextBuilder()
            : new PodSecurityContextBuilder(override);
    var given = context.build();
    if (given.getRunAsNonRoot() == null) {
      context.withRunAsNonRoot(true);
    }
    if (given.getRunAsUser() == null) {
      context.withRunAsUser(USER);
    }
    if (given.getRunAsGroup() == null) {
      context.withRunAsGroup(USER);
    }
    if (given.getFsGroup() == null) {
      context.withFsGroup(USER);
    }
    if (given.getSeccompProfile() == null) {
      context.withSeccompProfile(new SeccompProfile(null, "RuntimeDefault"));
    }
    return context.build();
  }

  /** Of the container; {@code override} may be null. */
  static SecurityContext ofContainer(SecurityContext override) {
    var context =
        override == null ? new SecurityContextBuilder() : new SecurityContextBuilder(override);
    var given = context.build();
    if (given.getAllowPrivilegeEscalation() == null) {
      context.withAllowPrivilegeEscalation(false);
    }
    if (given.getReadOnlyRootFilesystem() == null) {
      context.withReadOnlyRootFilesystem(true);
    }
    if (given.getCapabilities() == null) {
      context.withNewCapabilities().withDrop("ALL").endCapabilities();
    }
    return context.build();
  }
}
