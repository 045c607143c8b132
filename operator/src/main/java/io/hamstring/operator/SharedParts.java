package io.hamstring.operator;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads Kubernetes objects so that equal parts of them are one object. The Deployments of a
 * thousand pipelines have the same probes, volumes and variables, and each part without content
 * still holds an empty map. What is read is never changed, only copied.
 */
final class SharedParts extends BeanDeserializerModifier {

  private static final long serialVersionUID = 1L;
  private static final String MODEL = "io.fabric8.kubernetes.api.model.";

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> found) {
    return isPart(bean.getBeanClass()) ? new Sharing(found, new Parts()) : found;
  }

  private static boolean isPart(Class<?> type) {
    return type.getName().startsWith(MODEL)
        && type != ObjectMeta.class
        && !HasMetadata.class.isAssignableFrom(type)
        && !KubernetesResourceList.class.isAssignableFrom(type)
        // Says when, so that hardly two are equal.
        && !type.getSimpleName().endsWith("Status")
        && !type.getSimpleName().endsWith("Condition");
  }

  /** The parts of one type that somebody holds. */
  private static final class Parts {

    private final Map<Object, WeakReference<Object>> held = new WeakHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    Object shared(Object part) {
      lock.lock();
      try {
        var known = held.get(part);
        var same = known == null ? null : known.get();
        if (same != null) {
          return same;
        }
        held.put(part, new WeakReference<>(part));
        return part;
      } finally {
        lock.unlock();
      }
    }
  }

  private static final class Sharing extends DelegatingDeserializer {

    private static final long serialVersionUID = 1L;

    private final transient Parts parts;

    Sharing(JsonDeserializer<?> whole, Parts parts) {
      super(whole);
      this.parts = parts;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> whole) {
      return new Sharing(whole, parts);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      var part = super.deserialize(parser, context);
      return part == null ? null : parts.shared(part);
    }
  }
}
