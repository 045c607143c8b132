package io.hamstring.house.planted;

/** A main may print and start threads. */
public final class PlantedMain {

  private PlantedMain() {}

  static void run() {
    System.out.println("ready");
    new Thread(Nested::print).start();
  }

  /** Belongs to its main. */
  private static final class Nested {
    static void print() {
      System.err.println("nested");
    }
  }
}
