package io.hamstring.worker.stage.sink;

import static io.hamstring.contract.report.SinkTrouble.MISCONFIGURED;
import static io.hamstring.contract.report.SinkTrouble.UNREACHABLE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Speaks ClickHouse's HTTP interface. An answer that is not waited for any longer loses its
 * connection. User and password travel in headers, never in the address. Safe for several threads.
 */
final class ClickHouse {

  private static final Pattern CODE = Pattern.compile("Code: (\\d{1,6})");
  private static final int EXCERPT = 300;

  private final SinkSettings settings;
  private final Path secrets;
  private volatile Session session;

  ClickHouse(SinkSettings settings, Path secrets) {
    this.settings = settings;
    this.secrets = secrets;
  }

  /** Reads user, password and certificates anew: a corrected Secret needs no restart. */
  void reconnect() throws ClickHouseException {
    var login = Login.read(settings, secrets);
    var present = session;
    if (present == null || !present.login.equals(login)) {
      session = new Session(login, client(login));
    }
  }

  private HttpClient client(Login login) throws ClickHouseException {
    var builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(settings.connectTimeout())
            .followRedirects(HttpClient.Redirect.NEVER);
    login.trust().ifPresent(builder::sslContext);
    return builder.build();
  }

  /** The answer to a question, or what a statement says, which is mostly nothing. */
  String ask(String sql, Duration bound) throws ClickHouseException, InterruptedException {
    return answer("", sql.getBytes(UTF_8), bound);
  }

  /** Inserts rows: all of them, or, when this fails, some or none. */
  void insert(String sql, byte[] rows) throws ClickHouseException, InterruptedException {
    answer("?query=" + URLEncoder.encode(sql, UTF_8), rows, settings.operationTimeout());
  }

  private String answer(String query, byte[] body, Duration bound)
      throws ClickHouseException, InterruptedException {
    if (session == null) {
      reconnect();
    }
    var asked = session;
    var base = settings.url().toString();
    var request =
        HttpRequest.newBuilder(
                URI.create(base + (base.matches("https?://[^/]+") ? "/" : "") + query))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    asked.login.headers().forEach(request::header);
    var answer = answered(asked.http, request.build(), bound);
    var text = new String(answer.body(), UTF_8);
    var code = answer.headers().firstValue("X-ClickHouse-Exception-Code").orElse("");
    if (answer.statusCode() != 200 || !code.isEmpty()) {
      throw refusal(answer.statusCode(), code, text);
    }
    return text.strip();
  }

  private static ClickHouseException refusal(int status, String code, String text) {
    var found = CODE.matcher(text);
    var excerpt = excerpt(text);
    if (code.isEmpty() && !found.lookingAt()) {
      return ClickHouseException.of(
          ClickHouseCodes.ofStatus(status), "it answers " + status + " " + excerpt, null);
    }
    int number =
        code.matches("\\d{1,6}") ? Integer.parseInt(code) : Integer.parseInt(found.group(1));
    return ClickHouseCodes.trouble(number)
        .map(trouble -> ClickHouseException.of(trouble, excerpt, null))
        .orElseGet(() -> ClickHouseException.ofRows(excerpt));
  }

  /** Asks, and once more when a kept connection turned out to be closed: rows may be repeated. */
  private HttpResponse<byte[]> answered(HttpClient http, HttpRequest request, Duration bound)
      throws ClickHouseException, InterruptedException {
    try {
      return once(http, request, bound);
    } catch (ConnectException | HttpTimeoutException refused) {
      throw unreachable(refused);
    } catch (IOException closed) {
      try {
        return once(http, request, bound);
      } catch (IOException again) {
        throw unreachable(again);
      }
    }
  }

  private HttpResponse<byte[]> once(HttpClient http, HttpRequest request, Duration bound)
      throws IOException, ClickHouseException, InterruptedException {
    var answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      return answer.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw ClickHouseException.of(
          UNREACHABLE, settings.url() + " did not answer within " + bound.toMillis() + " ms", late);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException e) {
        throw e;
      }
      throw ClickHouseException.of(
          MISCONFIGURED, "it cannot be asked: " + failed.getCause(), failed.getCause());
    } finally {
      // Closes the connection if the answer is still to come.
      answer.cancel(true);
    }
  }

  private ClickHouseException unreachable(IOException cause) {
    var chain = List.of(cause, cause.getCause() == null ? cause : cause.getCause());
    var said = chain.stream().map(Throwable::getMessage).filter(text -> text != null).findFirst();
    return ClickHouseException.of(
        UNREACHABLE, settings.url() + ": " + said.orElse(cause.getClass().getSimpleName()), cause);
  }

  private static String excerpt(String body) {
    var line = Arrays.stream(body.split("\\R")).findFirst().orElse("").strip();
    return line.substring(0, Math.min(EXCERPT, line.length()));
  }

  private record Session(Login login, HttpClient http) {}
}
