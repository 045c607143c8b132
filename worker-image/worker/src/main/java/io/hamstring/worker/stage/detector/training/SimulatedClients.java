package io.hamstring.worker.stage.detector.training;

import static io.hamstring.worker.stage.detector.training.Letters.ALPHABET;
import static io.hamstring.worker.stage.detector.training.Letters.between;
import static io.hamstring.worker.stage.detector.training.Letters.of;
import static io.hamstring.worker.stage.detector.training.Letters.oneIn;

import io.hamstring.worker.stage.detector.Question;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

/**
 * Batches of made-up clients. How a client behaves is drawn from wide ranges, wider than any real
 * site's, so that what is learnt does not hang on one way to behave.
 *
 * @param benign whose names people ask for
 * @param services whose names software asks for
 * @param generated whose names malware asks for
 */
record SimulatedClients(
    List<NameFamily> benign, List<NameFamily> services, List<NameFamily> generated) {

  private static final int LEAST_LINES = 4;
  private static final double MOST_LINES = 300;

  /**
   * One client's batch.
   *
   * @param generatedNames distinct ones among the names
   */
  record Simulated(List<Question> questions, int generatedNames, String family) {}

  /** What people and their software ask for. */
  Simulated healthy(Random random) {
    var questions = new ArrayList<Question>();
    var habit = habit(random);
    for (int i = lines(random); i > 0; i--) {
      habit.ask(questions, random);
    }
    return new Simulated(seen(questions, random), 0, "");
  }

  /** The same with a program of malware beside it. */
  Simulated infected(Random random) {
    var family = generated.get(random.nextInt(generated.size()));
    var malware = family.session(random);
    var habit = habit(random);
    double share = 0.2 + 0.8 * random.nextDouble();
    double registered = 0.1 * random.nextDouble();
    int tries = between(1, 3, random);
    var questions = new ArrayList<Question>();
    var names = new HashSet<String>();
    for (int i = lines(random); i > 0; i--) {
      if (random.nextDouble() >= share) {
        habit.ask(questions, random);
        continue;
      }
      var name = malware.apply(random);
      names.add(name);
      boolean exists = random.nextDouble() < registered;
      for (int t = between(1, tries, random); t > 0; t--) {
        questions.add(new Question(name, exists));
      }
    }
    var seen = seen(questions, random);
    long found = seen.stream().map(Question::name).distinct().filter(names::contains).count();
    return new Simulated(seen, (int) found, family.id());
  }

  private static int lines(Random random) {
    return (int) (LEAST_LINES * StrictMath.pow(MOST_LINES / LEAST_LINES, random.nextDouble()));
  }

  /** A filter in front of the detector may let only names through that do not exist. */
  private static List<Question> seen(List<Question> questions, Random random) {
    return oneIn(4, random)
        ? questions.stream().filter(question -> !question.exists()).toList()
        : questions;
  }

  private Habit habit(Random random) {
    var pool = new ArrayList<String>();
    for (int i = between(10, 250, random); i > 0; i--) {
      pool.add(NameFamilies.next(benign, random));
    }
    double mistyped = 0.12 * random.nextDouble();
    Habit browsing = (questions, r) -> browse(pool, mistyped, questions, r);
    return switch (random.nextInt(10)) {
      case 0 -> searchDomain(pool, random);
      case 1, 2 -> mixed(browsing, service(random), random);
      case 3 -> crawler(random);
      case 4 -> mixed(browsing, stale(random), random);
      default -> browsing;
    };
  }

  private static void browse(
      List<String> pool, double mistyped, List<Question> questions, Random random) {
    int rank = (int) StrictMath.pow(pool.size(), random.nextDouble()) - 1;
    var name = pool.get(Math.min(rank, pool.size() - 1));
    questions.add(
        random.nextDouble() < mistyped
            ? new Question(mistyped(name, random), false)
            : new Question(name, true));
  }

  /** Each name is first looked for in the company's own domain. */
  private Habit searchDomain(List<String> pool, Random random) {
    var domain = NameFamilies.next(benign, random);
    return (questions, r) -> {
      var name = pool.get(r.nextInt(pool.size()));
      questions.add(new Question(name + '.' + domain, false));
      questions.add(new Question(name, true));
    };
  }

  private Habit service(Random random) {
    var names = services.get(random.nextInt(services.size())).session(random);
    double exists = random.nextDouble();
    return (questions, r) -> questions.add(new Question(names.apply(r), r.nextDouble() < exists));
  }

  /** Follows links or checks senders: names of all kinds, of which some have gone. */
  private Habit crawler(Random random) {
    double gone = 0.2 * random.nextDouble();
    return (questions, r) ->
        questions.add(new Question(NameFamilies.next(benign, r), r.nextDouble() >= gone));
  }

  /** A few names that have gone for good and are asked for again and again. */
  private Habit stale(Random random) {
    var names = new ArrayList<String>();
    for (int i = between(1, 12, random); i > 0; i--) {
      names.add(NameFamilies.next(benign, random));
    }
    return (questions, r) -> questions.add(new Question(names.get(r.nextInt(names.size())), false));
  }

  private static Habit mixed(Habit one, Habit other, Random random) {
    double share = random.nextDouble();
    return (questions, r) -> (r.nextDouble() < share ? one : other).ask(questions, r);
  }

  private static String mistyped(String name, Random random) {
    var text = new StringBuilder(name);
    int at = random.nextInt(Math.max(1, text.length() - 3));
    switch (random.nextInt(4)) {
      case 0 -> text.insert(at, text.charAt(at));
      case 1 -> text.deleteCharAt(at);
      case 2 -> text.setCharAt(at, of(ALPHABET, 1, 1, random).charAt(0));
      default -> text.insert(at, of(ALPHABET, 1, 1, random));
    }
    return text.toString();
  }

  /** What a client does when it asks. */
  private interface Habit {
    void ask(List<Question> questions, Random random);
  }
}
