package server;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.openapitools.api.ApiApi;
import org.openapitools.jackson.nullable.JsonNullable;
import org.openapitools.model.CreatePaymentRequest;
import org.openapitools.model.FetchPaymentRequest;
import org.openapitools.model.InvoiceStatus;
import org.openapitools.model.PaymentInvoice;
import org.openapitools.model.SubmitReceiptRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RestController;

/** Implements the interface generated from the operations. */
@RestController
class Payments implements ApiApi {
  private final Service service = new Service();
  private final ObjectMapper mapper;

  Payments(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public synchronized ResponseEntity<PaymentInvoice> createPayment(CreatePaymentRequest body, String idempotencyKey) {
    var invoice = service.create(body);
    invoice.setReceiptId(JsonNullable.of(null));
    invoice.setPaidAmount(JsonNullable.of(null));
    invoice.setReturnUrl(JsonNullable.of(body.getReturnUrl()));
    return ResponseEntity.ok(invoice);
  }

  @Override
  public synchronized ResponseEntity<PaymentInvoice> fetchPayment(FetchPaymentRequest body) {
    return ResponseEntity.ok(service.find(body.getInvoiceId()));
  }

  @Override
  public synchronized ResponseEntity<PaymentInvoice> submitReceipt(SubmitReceiptRequest body) {
    var invoice = service.find(body.getInvoiceId());
    var receipt = Receipt.read(body.getWebReceipt(), invoice.getId());
    if (service.counts(receipt, invoice)) {
      count(invoice, receipt);
      service.callBack(invoice, mapper);
    }
    return ResponseEntity.ok(invoice);
  }

  private static void count(PaymentInvoice invoice, Receipt receipt) {
    invoice.setReceiptId(JsonNullable.of(receipt.id()));
    if (receipt.outcome().equals("failed")) {
      invoice.setStatus(InvoiceStatus.FAILED);
      return;
    }
    var paid = invoice.getPaidAmount().get();
    var sum = receipt.cents() + (paid == null ? 0 : Receipt.cents(paid));
    invoice.setPaidAmount(JsonNullable.of(sum / 100.0));
    invoice.setStatus(sum >= Receipt.cents(invoice.getAmount()) ? InvoiceStatus.PAID : InvoiceStatus.UNDER_PAID);
  }
}
