package io.hamstring.samples.traffic;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {

  private static final String TWO_LINES =
      "{\"ts\":\"2026-03-01T12:00:00\",\"src_ip\":\"10.0.0.1\"}\r\n\n{\"id.orig_h\":\"::1\"}";

  @TempDir private Path folder;

  @Test
  void plainAndZippedFilesReadAlikeWhateverTheirNames() throws IOException {
    var plain = file("plain.gz", TWO_LINES.getBytes(UTF_8));
    var zipped = file("zipped.log", gzip(TWO_LINES.getBytes(UTF_8)));

    assertThat(lines(plain))
        .isEqualTo(lines(zipped))
        .containsExactly(
            "{\"ts\":\"2026-03-01T12:00:00\",\"src_ip\":\"10.0.0.1\"}", "{\"id.orig_h\":\"::1\"}");
    assertThat(LogFile.count(plain)).isEqualTo(2);
  }

  @Test
  void bytesThatAreNoTextStandAsTheyAre() throws IOException {
    var odd = new byte[] {'{', (byte) 0xff, (byte) 0xc3, '}'};

    try (var file = LogFile.open(file("odd", odd))) {
      assertThat(file.next()).hasValue(odd);
    }
  }

  @Test
  void filesOfSeveralGzipMembersReadToTheirEnd() throws IOException {
    var members = new ByteArrayOutputStream();
    members.write(gzip("{\"a\":1}\n".getBytes(UTF_8)));
    members.write(gzip("{\"a\":2}\n".getBytes(UTF_8)));

    assertThat(LogFile.count(file("two.gz", members.toByteArray()))).isEqualTo(2);
  }

  @Test
  void whatCannotBeReadIsNamedWithItsFault() throws IOException {
    var zipped = gzip(TWO_LINES.repeat(5_000).getBytes(UTF_8));

    assertFault(folder.resolve("absent.json"), "does not exist");
    assertFault(folder, "is a folder");
    assertFault(file("empty", new byte[0]), "is empty");
    assertFault(file("blank", "\n\n".getBytes(UTF_8)), "is empty");
    assertFault(file("text", "#separator \\x09\n".getBytes(UTF_8)), "holds no JSON lines");
    assertFault(file("cut.gz", Arrays.copyOf(zipped, zipped.length / 2)), "is damaged after line");
    assertFault(file("no.gz", new byte[] {0x1f, (byte) 0x8b, 1, 1}), "no valid gzip file");
    assertFault(
        file("long", ("{" + "x".repeat(LogFile.LONGEST_LINE)).getBytes(UTF_8)),
        "line 1 is longer than 900000 bytes");
  }

  private void assertFault(Path path, String fault) {
    assertThatThrownBy(() -> LogFile.count(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining(fault);
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private static byte[] gzip(byte[] content) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(bytes)) {
      zip.write(content);
    }
    return bytes.toByteArray();
  }

  private static List<String> lines(Path path) throws IOException {
    var lines = new ArrayList<String>();
    try (var file = LogFile.open(path)) {
      for (var line = file.next(); line.isPresent(); line = file.next()) {
        lines.add(new String(line.get(), ISO_8859_1));
      }
    }
    return lines;
  }
}
