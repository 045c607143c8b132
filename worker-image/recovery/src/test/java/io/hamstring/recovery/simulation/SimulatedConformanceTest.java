package io.hamstring.recovery.simulation;

import io.hamstring.recovery.conformance.Laboratory;
import io.hamstring.recovery.conformance.MembershipConformance;
import io.hamstring.recovery.conformance.OffsetsConformance;
import io.hamstring.recovery.conformance.TransactionConformance;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulated cluster keeps what real ones keep. */
@ParameterizedClass
@EnumSource
class SimulatedConformanceTest {

  @Parameter Protocol protocol;

  @Nested
  class Members extends MembershipConformance {
    @Override
    protected Laboratory laboratory() {
      return new SimulatedLaboratory(protocol);
    }
  }

  @Nested
  class Offsets extends OffsetsConformance {
    @Override
    protected Laboratory laboratory() {
      return new SimulatedLaboratory(protocol);
    }
  }

  @Nested
  class Transactions extends TransactionConformance {
    @Override
    protected Laboratory laboratory() {
      return new SimulatedLaboratory(protocol);
    }
  }
}
