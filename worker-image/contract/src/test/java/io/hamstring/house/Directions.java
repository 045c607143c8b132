package io.hamstring.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which packages of a module may know which. Packages are named relative to the module's root (""
 * is the root itself); one that is not named belongs to the nearest named one above it. A package
 * without a stated direction breaks the rule.
 */
public final class Directions {

  private final String root;
  private final Map<String, Set<String>> known = new TreeMap<>();

  private Directions(String root) {
    this.root = root;
  }

  /** No package may know another yet. */
  public static Directions in(String root) {
    return new Directions(root);
  }

  /** {@code name} may know {@code others}, and all that is under it counts as it. */
  public Directions let(String name, String... others) {
    known.put(name, Set.copyOf(Arrays.asList(others)));
    return this;
  }

  /** The rule that holds all directions, and refuses a package without one. */
  public ArchRule hold() {
    return rule(true);
  }

  /** The rule that holds the directions of the packages that have one. */
  public ArchRule holdWhereStated() {
    return rule(false);
  }

  private ArchRule rule(boolean everywhere) {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should(
            new ArchCondition<>("know only what the stated directions " + known + " let them") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                var from = nameOf(type);
                if (known.containsKey(from)) {
                  checkDirections(from, type, events);
                } else if (everywhere) {
                  events.add(
                      SimpleConditionEvent.violated(
                          type, type.getName() + " is in a package without a stated direction"));
                }
              }
            });
  }

  private void checkDirections(String from, JavaClass type, ConditionEvents events) {
    for (var dependency : type.getDirectDependenciesFromSelf()) {
      events.add(
          new SimpleConditionEvent(type, isStated(from, dependency), dependency.getDescription()));
    }
  }

  private boolean isStated(String from, Dependency dependency) {
    var target = dependency.getTargetClass().getBaseComponentType();
    if (!target.getPackageName().startsWith(root)) {
      return true;
    }
    var to = nameOf(target);
    return to.equals(from) || known.get(from).contains(to);
  }

  /** The nearest named package at or above a class, or its own package when there is none. */
  private String nameOf(JavaClass type) {
    var own = type.getPackageName();
    var relative = own.equals(root) ? "" : own.substring(root.length() + 1);
    for (var name = relative; !name.isEmpty(); ) {
      if (known.containsKey(name)) {
        return name;
      }
      int dot = name.lastIndexOf('.');
      name = dot < 0 ? "" : name.substring(0, dot);
    }
    return relative;
  }
}
