package io.hamstring.operator.guard;

import io.hamstring.operator.spec.Guard;
import io.hamstring.operator.telemetry.StageKey;
import java.time.Duration;

/**
 * What the guard must know of a stage.
 *
 * @param group its consumer group
 * @param home what its pods' labels say
 * @param podPrefix with which the names of its pods begin
 * @param session after which the coordinator itself ends a member that says nothing
 * @param rules what the spec asks for
 */
public record GuardedStage(
    StageKey key, String group, PodHome home, String podPrefix, Duration session, Guard rules) {}
