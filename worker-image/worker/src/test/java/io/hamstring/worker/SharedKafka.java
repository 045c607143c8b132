package io.hamstring.worker;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One broker for all test classes that leave it running; it ends with the test run. */
public final class SharedKafka implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestKafka.class;
  }

  @Override
  public TestKafka resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(SharedKafka.class))
        .computeIfAbsent(
            TestKafka.class,
            type ->
                TestKafka.start(Path.of("target", "shared-kafka-" + ProcessHandle.current().pid())),
            TestKafka.class);
  }
}
