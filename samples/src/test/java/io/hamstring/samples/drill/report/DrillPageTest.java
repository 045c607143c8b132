package io.hamstring.samples.drill.report;

import static io.hamstring.samples.drill.report.DrillReportTest.run;
import static io.hamstring.samples.drill.report.DrillReportTest.unguarded;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class DrillPageTest {

  @Test
  void thePageNeedsNothingElseAndShowsFiguresPicturesAndThePublicExperiment() throws IOException {
    var html = new DrillPage(new DrillReport(List.of(run(1, 0.5), unguarded(45.2)))).html();

    assertThat(html)
        .contains("prefers-color-scheme: dark", "@media print", "40 to 49 s", "about 480")
        .contains("classic, SIGKILL, guard on", "45.20 / 45.20", "SIGKILL to B")
        .doesNotContain("http://", "https://", "src=", "<script");
  }

  @Test
  void everyPictureIsWellFormed() throws Exception {
    var report = new DrillReport(List.of(run(1, 0.5), run(2, null), unguarded(45.2)));
    var html = new DrillPage(report).html();
    int pictures = 0;
    for (int from = html.indexOf("<svg"); from >= 0; from = html.indexOf("<svg", from + 1)) {
      var svg = html.substring(from, html.indexOf("</svg>", from) + "</svg>".length());
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)));
      pictures++;
    }

    assertThat(pictures).isEqualTo(4);
  }

  @Test
  void aPageWithoutRunsSaysSo() throws IOException {
    assertThat(new DrillPage(new DrillReport(List.of())).html()).contains("0 runs");
  }
}
