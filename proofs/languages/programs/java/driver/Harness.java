import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.standardwebhooks.Webhook;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.model.*;

/**
 * Reads one JSON command per line and writes one JSON reply per line. The libraries of openapi-generator's `java` have the same
 * models and operations. Each program opens its client and reads text in its own way.
 */
abstract class Harness {
  static final ObjectMapper orders = new ObjectMapper();
  /** The client's own mapper, if the client uses Jackson. */
  static ObjectMapper models;
  static final PrintStream replies = System.out;

  // Some libraries write their log to the standard output, where only replies belong.
  static {
    System.setOut(System.err);
  }

  private final Map<String, PaymentsApi> apis = new HashMap<>();

  public static void main(String[] args) throws Exception {
    new Driver().serve();
  }

  abstract PaymentsApi open(String url, String token);

  <T> T read(String text, Class<T> model) throws Exception {
    return models.readValue(text, model);
  }

  /** A response with an error status, as the client's exception describes it. */
  record Refusal(int status, String body) {}

  /** Returns the response that the client's exception describes, or null if the exception is about something else. */
  abstract Refusal refusalIn(Exception error) throws Exception;

  /** Returns the invoice that an operation returned. In some libraries an operation returns a promise of the invoice. */
  PaymentInvoice resultOf(Object called) throws Exception {
    return (PaymentInvoice) called;
  }

  void serve() throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      replies.println(orders.writeValueAsString(carryOut(orders.readTree(line))));
      replies.flush();
    }
  }

  ObjectNode carryOut(JsonNode order) throws Exception {
    var reply = orders.createObjectNode();
    try {
      if (order.get("op").asText().equals("event")) reply.set("event", readEvent(order));
      else reply.set("invoice", write(call(order)));
    } catch (Exception error) {
      var refusal = refusalIn(error);
      if (refusal == null) reply.putObject("failure").putNull("status").put("kind", error.getClass().getSimpleName()).put("message", String.valueOf(error.getMessage()));
      else writeRefusal(reply, refusal);
    }
    return reply;
  }

  /** The clients throw the same exception for every refusal. Its body is text, which the generated model can parse. */
  private void writeRefusal(ObjectNode reply, Refusal refusal) {
    Problem problem = null;
    try {
      problem = read(refusal.body(), Problem.class);
    } catch (Exception noProblem) {
      // The body is a proxy's page, or there was no response.
    }
    if (problem == null) reply.putObject("failure").put("status", refusal.status()).put("kind", "no problem").put("message", refusal.body());
    else {
      var written = reply.putObject("problem").put("status", refusal.status()).put("code", problem.getCode());
      var items = written.putArray("items");
      if (problem.getErrors() != null) for (var item : problem.getErrors()) items.add(item.getCode());
    }
  }

  private PaymentInvoice call(JsonNode order) throws Exception {
    String url = order.get("url").asText(), token = order.get("token").asText();
    // Reuses the API object. Each one has its own HTTP client with its own connections.
    var api = apis.computeIfAbsent(url + " " + token, key -> open(url, token));
    var body = order.get("body");
    switch (order.get("op").asText()) {
      case "create":
        var create = new CreatePaymentRequest().cashTag(body.get("cashTag").asText()).amount(new BigDecimal(body.get("amount").asText()));
        if (body.has("isWhiteLabel")) create.setIsWhiteLabel(body.get("isWhiteLabel").asBoolean());
        if (body.has("callbackUrl")) create.setCallbackUrl(body.get("callbackUrl").asText());
        if (body.has("returnUrl")) create.setReturnUrl(body.get("returnUrl").asText());
        return resultOf(api.createPayment(create, order.has("key") ? order.get("key").asText() : null));
      case "fetch":
        return resultOf(api.fetchPayment(new FetchPaymentRequest().invoiceId(body.get("invoiceId").asText())));
      default:
        return resultOf(api.submitReceipt(new SubmitReceiptRequest().invoiceId(body.get("invoiceId").asText()).webReceipt(body.get("webReceipt").asText())));
    }
  }

  private ObjectNode readEvent(JsonNode order) throws Exception {
    Map<String, List<String>> headers = new HashMap<>();
    order.get("headers").fields().forEachRemaining(header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
    var payload = order.get("payload").asText();
    new Webhook(order.get("secret").asText()).verify(payload, headers);
    var event = read(payload, InvoiceEvent.class);
    var written = orders.createObjectNode().put("type", event.getType()).put("sequence", event.getSequence());
    written.set("invoice", write(event.getData()));
    return written;
  }

  private static ObjectNode write(PaymentInvoice invoice) {
    return orders.createObjectNode()
        .put("id", invoice.getId()).put("paymentUrl", invoice.getPaymentUrl()).put("cashTag", invoice.getCashTag()).put("note", invoice.getNote())
        .put("amount", invoice.getAmount().toPlainString()).put("isWhiteLabel", invoice.getIsWhiteLabel())
        .put("receiptId", invoice.getReceiptId()).put("paidAmount", invoice.getPaidAmount() == null ? null : invoice.getPaidAmount().toPlainString())
        .put("status", invoice.getStatus().getValue()).put("returnUrl", invoice.getReturnUrl())
        .put("expiresAt", invoice.getExpiresAt().toInstant().toEpochMilli()).put("createdAt", invoice.getCreatedAt().toInstant().toEpochMilli());
  }
}
