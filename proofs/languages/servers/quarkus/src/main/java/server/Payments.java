package server;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.openapitools.api.ApiApi;
import org.openapitools.model.CreatePaymentRequest;
import org.openapitools.model.FetchPaymentRequest;
import org.openapitools.model.InvoiceStatus;
import org.openapitools.model.PaymentInvoice;
import org.openapitools.model.SubmitReceiptRequest;

/** Implements the interface generated from the operations. */
@ApplicationScoped
public class Payments implements ApiApi {
  private final Service service = new Service();

  @Inject
  ObjectMapper mapper;

  @Override
  public synchronized PaymentInvoice createPayment(CreatePaymentRequest body, String idempotencyKey) {
    var invoice = service.create(body);
    invoice.setReturnUrl(body.getReturnUrl());
    return invoice;
  }

  @Override
  public synchronized PaymentInvoice fetchPayment(FetchPaymentRequest body) {
    return service.find(body.getInvoiceId());
  }

  @Override
  public synchronized PaymentInvoice submitReceipt(SubmitReceiptRequest body) {
    var invoice = service.find(body.getInvoiceId());
    var receipt = Receipt.read(body.getWebReceipt(), invoice.getId());
    if (service.counts(receipt, invoice)) {
      count(invoice, receipt);
      service.callBack(invoice, mapper);
    }
    return invoice;
  }

  private static void count(PaymentInvoice invoice, Receipt receipt) {
    invoice.setReceiptId(receipt.id());
    if (receipt.outcome().equals("failed")) {
      invoice.setStatus(InvoiceStatus.FAILED);
      return;
    }
    var paid = invoice.getPaidAmount();
    var sum = receipt.cents() + (paid == null ? 0 : Receipt.cents(paid));
    invoice.setPaidAmount(sum / 100.0);
    invoice.setStatus(sum >= Receipt.cents(invoice.getAmount()) ? InvoiceStatus.PAID : InvoiceStatus.UNDER_PAID);
  }
}
