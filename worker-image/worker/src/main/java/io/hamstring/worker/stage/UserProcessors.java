package io.hamstring.worker.stage;

import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.processing.StageProcessor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Finds the processor that a stage names by its class. */
final class UserProcessors {

  private UserProcessors() {}

  /**
   * The processor of the stage.
   *
   * @throws InvalidSettings saying why there is none
   */
  static StageProcessor<?> of(WorkerSettings settings, ClassLoader loader) {
    var className = settings.stage().className();
    for (var provider : providers(loader)) {
      if (provider.name().equals(className) || provider.getClass().getName().equals(className)) {
        return provider.processor(settings);
      }
    }
    var made = instance(className, loader);
    if (made instanceof StageProcessor<?> processor) {
      return processor;
    }
    if (made instanceof StageProcessorProvider provider) {
      return provider.processor(settings);
    }
    throw refused(
        className
            + " is neither a "
            + StageProcessor.class.getName()
            + " nor a "
            + StageProcessorProvider.class.getName());
  }

  private static List<StageProcessorProvider> providers(ClassLoader loader) {
    try {
      return ServiceLoader.load(StageProcessorProvider.class, loader).stream()
          .map(ServiceLoader.Provider::get)
          .toList();
    } catch (ServiceConfigurationError broken) {
      throw refused("a provider on the class path cannot be used: " + broken.getMessage());
    }
  }

  private static Object instance(String className, ClassLoader loader) {
    try {
      return Class.forName(className, true, loader).getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      var names = providers(loader).stream().map(StageProcessorProvider::name).sorted().toList();
      throw refused(
          className
              + " is not on the class path"
              + (names.isEmpty() ? "" : "; providers there are " + String.join(", ", names)));
    } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
      throw refused(
          className + " needs to be a public class with a public constructor without arguments");
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof InvalidSettings invalid) {
        throw invalid;
      }
      throw refused(className + " failed when it was made: " + e.getCause());
    } catch (LinkageError e) {
      throw refused(className + " cannot be loaded: " + e);
    }
  }

  private static InvalidSettings refused(String why) {
    return new InvalidSettings(List.of("className: " + why));
  }
}
