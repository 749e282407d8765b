// Drives the client that openapi-generator generates with the library `native`.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.model.CreatePaymentRequest;
import org.openapitools.client.model.PaymentInvoice;

public class Driver extends Harness {
  static {
    models = ApiClient.createDefaultObjectMapper();
  }

  @Override
  PaymentsApi open(String url, String token) {
    var client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return new PaymentsApi(client);
  }

  @Override
  Refusal refusalIn(Exception error) {
    return error instanceof ApiException refused ? new Refusal(refused.getCode(), refused.getResponseBody()) : null;
  }

  @Override
  ObjectNode carryOut(JsonNode order) throws Exception {
    if (!order.get("op").asText().equals("sweep")) return super.carryOut(order);
    return orders.createObjectNode().set("sweep", sweep(order.get("from").asInt(), order.get("to").asInt()));
  }

  /** Writes every amount of a range into a request and reads it from a response; returns how many amounts changed. */
  static ObjectNode sweep(int from, int to) {
    var wrong = IntStream.rangeClosed(from, to).parallel().filter(cents -> !survives(BigDecimal.valueOf(cents, 2))).limit(5).toArray();
    var written = orders.createObjectNode().put("tried", to - from + 1).put("wrong", wrong.length);
    for (var cents : wrong) written.withArray("first").add(BigDecimal.valueOf(cents, 2).toPlainString());
    return written;
  }

  /** Compares the JSON text, because comparing numbers could hide a difference. */
  static boolean survives(BigDecimal amount) {
    var text = amount.toPlainString();
    try {
      var read = models.readValue("{\"amount\":" + text + "}", PaymentInvoice.class).getAmount();
      return models.writeValueAsString(new CreatePaymentRequest().cashTag("$a").amount(read)).contains("\"amount\":" + text + ",");
    } catch (Exception error) {
      return false;
    }
  }
}
