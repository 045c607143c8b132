package io.hamstring.samples.traffic;

import io.hamstring.worker.stage.detector.training.NameFamily;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;

/** What a client asks for. Some habits remember what they asked for before. */
interface Habit {

  /** The next question. */
  Question next(Random random);

  /** People browsing; now and then one mistypes a name. */
  static Habit browsing(BenignNames names) {
    return random ->
        random.nextInt(25) == 0
            ? Question.forAddress(names.mistyped(random), false, random)
            : Question.forAddress(names.name(random), true, random);
  }

  /** A resolver's settings make each name be looked for in the company's own domain first. */
  static Habit searchDomain(BenignNames names, Random session) {
    var domain = names.registeredDomain(session);
    Queue<Question> waiting = new ArrayDeque<>();
    return random -> {
      if (waiting.isEmpty()) {
        var name = names.name(random);
        waiting.add(Question.forAddress(name + '.' + domain, false, random));
        waiting.add(Question.forAddress(name, true, random));
      }
      return waiting.remove();
    };
  }

  /** A mail server or a crawler: names it has never asked for, of which some have gone. */
  static Habit crawling(BenignNames names) {
    return random -> Question.forAddress(names.anew(random), random.nextInt(8) != 0, random);
  }

  /** Software that asks for many names under one domain, and for what people want beside. */
  static Habit service(NameFamily family, Habit beside, Random session) {
    var names = family.session(session);
    double exists = session.nextDouble();
    return random ->
        random.nextInt(3) == 0
            ? beside.next(random)
            : Question.forAddress(names.apply(random), random.nextDouble() < exists, random);
  }

  /** Malware that looks for its master; of the many names of a family hardly one is registered. */
  static Habit infected(NameFamily family, Habit beside, Random session) {
    var names = family.session(session);
    return random ->
        random.nextInt(5) < 2
            ? beside.next(random)
            : Question.forAddress(names.apply(random), random.nextInt(50) == 0, random);
  }

  /** Malware that carries data in the names it asks for. */
  static Habit tunnelling(NameFamily family, Habit beside, Random session) {
    var names = family.session(session);
    return random ->
        random.nextInt(5) < 2
            ? beside.next(random)
            : new Question(names.apply(random), true, random.nextBoolean() ? "TXT" : "A");
  }
}
