package server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.openapitools.model.CreatePaymentRequest;
import org.openapitools.model.InvoiceEvent;
import org.openapitools.model.InvoiceStatus;
import org.openapitools.model.PaymentInvoice;

/** The invoices in memory. Each server handles fields that may be null, because the generated types differ in them. */
class Service {
  private final Map<String, PaymentInvoice> invoices = new HashMap<>();
  private final Map<String, String> callbacks = new HashMap<>();
  private final Set<String> counted = new HashSet<>();
  private final HttpClient client = HttpClient.newHttpClient();

  PaymentInvoice create(CreatePaymentRequest body) {
    if (!isAbsolute(body.getCallbackUrl()) || !isAbsolute(body.getReturnUrl())) throw new Refusal(422, "validation_failed");
    var now = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS);
    var id = UUID.randomUUID().toString();
    var invoice = new PaymentInvoice();
    invoice.setId("java_" + id);
    invoice.setPaymentUrl(Application.baseUrl + "/pay/" + invoice.getId());
    invoice.setCashTag(body.getCashTag());
    invoice.setNote(id.substring(0, 10));
    invoice.setAmount(body.getAmount());
    invoice.setIsWhiteLabel(Boolean.TRUE.equals(body.getIsWhiteLabel()));
    invoice.setStatus(InvoiceStatus.PENDING);
    invoice.setCreatedAt(now);
    invoice.setExpiresAt(now.plusMinutes(30));
    invoices.put(invoice.getId(), invoice);
    if (body.getCallbackUrl() != null) callbacks.put(invoice.getId(), body.getCallbackUrl());
    return invoice;
  }

  PaymentInvoice find(String id) {
    var invoice = invoices.get(id);
    if (invoice == null) throw new Refusal(404, "invoice_not_found");
    if (isOpen(invoice) && OffsetDateTime.now().isAfter(invoice.getExpiresAt())) invoice.setStatus(InvoiceStatus.EXPIRED);
    return invoice;
  }

  /** Returns whether a receipt changes its invoice. An invoice counts a receipt once, and none after its final state. */
  boolean counts(Receipt receipt, PaymentInvoice invoice) {
    return isOpen(invoice) && counted.add(receipt.id());
  }

  private static boolean isOpen(PaymentInvoice invoice) {
    return invoice.getStatus() == InvoiceStatus.PENDING || invoice.getStatus() == InvoiceStatus.UNDER_PAID;
  }

  private static boolean isAbsolute(String address) {
    try {
      return address == null || (URI.create(address).getScheme() != null && URI.create(address).getRawAuthority() != null);
    } catch (IllegalArgumentException unread) {
      return false;
    }
  }

  /** Tries once, which core allows. A live service must sign its events, retry, and refuse addresses in its own network. */
  void callBack(PaymentInvoice invoice, ObjectMapper mapper) {
    var address = callbacks.get(invoice.getId());
    if (address == null) return;
    try {
      var type = "invoice." + invoice.getStatus().toString().toLowerCase(Locale.ROOT);
      var event = new InvoiceEvent(type, OffsetDateTime.now(ZoneOffset.UTC), 1, invoice);
      var request = HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(5)).header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(event))).build();
      client.sendAsync(request, BodyHandlers.discarding());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
