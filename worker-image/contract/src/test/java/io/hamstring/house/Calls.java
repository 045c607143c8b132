package io.hamstring.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.Set;
import java.util.regex.Pattern;

/** Calls that only some places may make. */
public final class Calls {

  private static final Pattern TIME_CHANCE_ENVIRONMENT =
      Pattern.compile(
          "java\\.time\\..*\\.(now|systemDefault|systemUTC|systemDefaultZone|tick.*)"
              + "|java\\.lang\\.System\\.(currentTimeMillis|nanoTime|getenv|getProperty)"
              + "|java\\.lang\\.Thread\\.sleep"
              + "|java\\.lang\\.Math\\.random"
              + "|java\\.util\\.UUID\\.randomUUID"
              + "|java\\.util\\.concurrent\\.ThreadLocalRandom\\..*"
              + "|java\\.util\\.(Random|Date|GregorianCalendar)\\.<init>"
              + "|java\\.util\\.Calendar\\.getInstance"
              + "|java\\.security\\.SecureRandom\\.<init>");

  private static final Set<String> THREAD_MAKERS =
      Set.of(
          "java.lang.Thread.<init>",
          "java.lang.Thread.startVirtualThread",
          "java.util.Timer.<init>",
          "java.util.concurrent.ThreadPoolExecutor.<init>",
          "java.util.concurrent.ScheduledThreadPoolExecutor.<init>",
          "java.util.concurrent.ForkJoinPool.<init>",
          "java.util.concurrent.ForkJoinPool.commonPool",
          "java.util.Collection.parallelStream",
          "java.util.List.parallelStream",
          "java.util.Set.parallelStream");

  /** Asking the machine for the time, for chance or for its environment. */
  public static final DescribedPredicate<JavaAccess<?>> FOR_TIME_CHANCE_OR_ENVIRONMENT =
      describe(
          "ask for time, chance or environment",
          access -> TIME_CHANCE_ENVIRONMENT.matcher(target(access)).matches());

  /** Making a thread, or a pool of them. */
  public static final DescribedPredicate<JavaAccess<?>> THAT_MAKE_THREADS =
      describe(
          "make threads",
          access ->
              THREAD_MAKERS.contains(target(access))
                  || access.getTargetOwner().getName().equals("java.util.concurrent.Executors"));

  private Calls() {}

  private static String target(JavaAccess<?> access) {
    return access.getTargetOwner().getName() + "." + access.getTarget().getName();
  }
}
