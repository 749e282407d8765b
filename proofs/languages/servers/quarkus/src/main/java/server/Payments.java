package server;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openapitools.api.ApiApi;
import org.openapitools.model.CreatePaymentRequest;
import org.openapitools.model.FetchPaymentRequest;
import org.openapitools.model.InvoiceEvent;
import org.openapitools.model.InvoiceStatus;
import org.openapitools.model.PaymentInvoice;
import org.openapitools.model.SubmitReceiptRequest;

/** Implements the interface generated from the operations. */
@ApplicationScoped
public class Payments implements ApiApi {
  private final Map<String, PaymentInvoice> invoices = new HashMap<>();
  private final Map<String, String> callbacks = new HashMap<>();
  private final Set<String> counted = new HashSet<>();
  private final HttpClient client = HttpClient.newHttpClient();

  @Inject
  ObjectMapper mapper;

  @Override
  public synchronized PaymentInvoice createPayment(CreatePaymentRequest body, String idempotencyKey) {
    if (!isAbsolute(body.getCallbackUrl()) || !isAbsolute(body.getReturnUrl())) throw invalid();
    var now = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS);
    var id = "quarkus_" + UUID.randomUUID();
    var invoice = new PaymentInvoice();
    invoice.setId(id);
    invoice.setPaymentUrl(Application.baseUrl + "/pay/" + id);
    invoice.setCashTag(body.getCashTag());
    invoice.setNote(id.substring(8, 18));
    invoice.setAmount(body.getAmount());
    invoice.setIsWhiteLabel(Boolean.TRUE.equals(body.getIsWhiteLabel()));
    invoice.setReceiptId(null);
    invoice.setPaidAmount(null);
    invoice.setStatus(InvoiceStatus.PENDING);
    invoice.setReturnUrl(body.getReturnUrl());
    invoice.setCreatedAt(now);
    invoice.setExpiresAt(now.plusMinutes(30));
    invoices.put(id, invoice);
    if (body.getCallbackUrl() != null) callbacks.put(id, body.getCallbackUrl());
    return invoice;
  }

  @Override
  public synchronized PaymentInvoice fetchPayment(FetchPaymentRequest body) {
    return find(body.getInvoiceId());
  }

  @Override
  public synchronized PaymentInvoice submitReceipt(SubmitReceiptRequest body) {
    var invoice = find(body.getInvoiceId());
    // Parses receipts from the suite's pay.py: `invoice:amount:outcome:id.signature`. Yours come from your payment provider.
    var receipt = body.getWebReceipt();
    var at = receipt.lastIndexOf('.');
    var parts = at < 0 ? new String[0] : receipt.substring(0, at).split(":");
    if (parts.length != 4 || !parts[0].equals(invoice.getId()) || !isSigned(receipt.substring(0, at), receipt.substring(at + 1)))
      throw new Refusals.Refusal(422, "receipt_invalid");
    if (isOpen(invoice) && counted.add(parts[3])) {
      invoice.setReceiptId(parts[3]);
      count(invoice, parts[2], Double.parseDouble(parts[1]));
      callBack(invoice);
    }
    return invoice;
  }

  private static void count(PaymentInvoice invoice, String outcome, double amount) {
    if (outcome.equals("failed")) {
      invoice.setStatus(InvoiceStatus.FAILED);
      return;
    }
    var paid = invoice.getPaidAmount();
    var sum = cents(amount) + (paid == null ? 0 : cents(paid));
    invoice.setPaidAmount(sum / 100.0);
    invoice.setStatus(sum >= cents(invoice.getAmount()) ? InvoiceStatus.PAID : InvoiceStatus.UNDER_PAID);
  }

  private PaymentInvoice find(String id) {
    var invoice = invoices.get(id);
    if (invoice == null) throw new Refusals.Refusal(404, "invoice_not_found");
    if (isOpen(invoice) && OffsetDateTime.now().isAfter(invoice.getExpiresAt())) invoice.setStatus(InvoiceStatus.EXPIRED);
    return invoice;
  }

  private static boolean isOpen(PaymentInvoice invoice) {
    return invoice.getStatus() == InvoiceStatus.PENDING || invoice.getStatus() == InvoiceStatus.UNDER_PAID;
  }

  /** Converts an amount to whole cents, because sums of doubles drift. */
  private static long cents(double amount) {
    return Math.round(amount * 100);
  }

  private static boolean isAbsolute(String address) {
    try {
      return address == null || (URI.create(address).getScheme() != null && URI.create(address).getRawAuthority() != null);
    } catch (IllegalArgumentException unread) {
      return false;
    }
  }

  private static Refusals.Refusal invalid() {
    return new Refusals.Refusal(422, "validation_failed");
  }

  private static boolean isSigned(String text, String signature) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(System.getenv("RECEIPT_KEY").getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      var expected = HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
      return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
    } catch (java.security.GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Tries once, which core allows. A live service must sign its events, retry, and refuse addresses in its own network. */
  private void callBack(PaymentInvoice invoice) {
    var address = callbacks.get(invoice.getId());
    if (address == null) return;
    try {
      var type = "invoice." + invoice.getStatus().toString().toLowerCase(Locale.ROOT);
      var event = new InvoiceEvent(type, OffsetDateTime.now(ZoneOffset.UTC), 1, invoice);
      var request = HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(5)).header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(event))).build();
      client.sendAsync(request, BodyHandlers.discarding());
    } catch (com.fasterxml.jackson.core.JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
