package io.hamstring.samples.view;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Shows the run: on a terminal as a table that is drawn again in place, elsewhere as a line now and
 * then. Confined to one thread.
 */
public final class Screen {

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
  private static final Duration BETWEEN_SAME_LINES = Duration.ofSeconds(30);

  private final PrintStream out;
  private final boolean terminal;
  private final int columns;
  private int drawn;
  private Instant lastLine = Instant.MIN;
  private RunView lastShown;
  private List<String> lastNews = List.of();

  /**
   * @param columns width of the terminal; a longer line would wrap and break the redrawing
   */
  public Screen(PrintStream out, boolean terminal, int columns) {
    this.out = out;
    this.terminal = terminal;
    this.columns = columns;
  }

  /** Shows the run as it is now. */
  public void show(RunView view, Instant now) {
    if (terminal) {
      erase();
      for (var line : view.table()) {
        out.println(line.length() > columns ? line.substring(0, columns) : line);
        drawn++;
      }
    } else if (isTimeForALine(view, now)) {
      lastLine = now;
      lastShown = view;
      out.println(view.line());
      news(view.news());
    }
    out.flush();
  }

  /** Says something that stays above the table. */
  public void say(String line) {
    erase();
    out.println(line);
    out.flush();
  }

  private boolean isTimeForALine(RunView view, Instant now) {
    var pause = view.showsTheSameAs(lastShown) ? BETWEEN_SAME_LINES : BETWEEN_LINES;
    return Duration.between(lastLine, now).compareTo(pause) >= 0;
  }

  private void news(List<String> news) {
    if (!news.equals(lastNews)) {
      lastNews = news;
      news.forEach(out::println);
    }
  }

  private void erase() {
    if (drawn > 0) {
      // Up over what was drawn, then clear to the end of the screen.
      out.print("\u001b[" + drawn + "A\u001b[J");
      drawn = 0;
    }
  }
}
