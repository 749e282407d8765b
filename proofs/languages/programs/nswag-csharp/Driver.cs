// Drives the client that NSwag generates.
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Payments;

public static class Driver {
  static readonly HttpClient http = new HttpClient();

  public static void Main() => Harness.Serve(Call, ReadEvent);

  static JObject Call(JObject order) {
    try {
      return new JObject { ["invoice"] = Write(Send(order)) };
    } catch (ApiException<Problem> refused) {
      return Refusal(refused.StatusCode, refused.Result);
    } catch (ApiException error) {
      // The document does not have this status, so the body is text. The generated model can parse it.
      var problem = Harness.ReadProblem<Problem>(error.Response);
      return problem == null ? Harness.Failure(error.StatusCode, error) : Refusal(error.StatusCode, problem);
    }
  }

  static PaymentInvoice Send(JObject order) {
    http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", (string)order["token"]);
    var client = new Client(http) { BaseUrl = (string)order["url"] };
    var body = order["body"];
    switch ((string)order["op"]) {
      case "create":
        var create = new CreatePaymentRequest {
          CashTag = (string)body["cashTag"], Amount = Harness.Number(body["amount"]), IsWhiteLabel = (bool?)body["isWhiteLabel"] ?? false,
          CallbackUrl = (string)body["callbackUrl"], ReturnUrl = (string)body["returnUrl"],
        };
        return client.CreatePaymentAsync((string)order["key"], create).GetAwaiter().GetResult();
      case "fetch":
        return client.FetchPaymentAsync(new FetchPaymentRequest { InvoiceId = (string)body["invoiceId"] }).GetAwaiter().GetResult();
      default:
        var submit = new SubmitReceiptRequest { InvoiceId = (string)body["invoiceId"], WebReceipt = (string)body["webReceipt"] };
        return client.SubmitReceiptAsync(submit).GetAwaiter().GetResult();
    }
  }

  static JObject Refusal(int status, Problem problem) {
    var items = new JArray((problem.Errors ?? Enumerable.Empty<ProblemItem>()).Select(item => item.Code));
    return new JObject { ["problem"] = new JObject { ["status"] = status, ["code"] = problem.Code, ["items"] = items } };
  }

  static JObject ReadEvent(string payload) {
    var read = JsonConvert.DeserializeObject<InvoiceEvent>(payload);
    return new JObject { ["type"] = read.Type, ["sequence"] = read.Sequence, ["invoice"] = Write(read.Data) };
  }

  static JObject Write(PaymentInvoice invoice) => new JObject {
    ["id"] = invoice.Id, ["paymentUrl"] = invoice.PaymentUrl, ["cashTag"] = invoice.CashTag, ["note"] = invoice.Note,
    ["amount"] = Harness.Text(invoice.Amount), ["isWhiteLabel"] = invoice.IsWhiteLabel, ["receiptId"] = invoice.ReceiptId,
    ["paidAmount"] = invoice.PaidAmount == null ? null : Harness.Text(invoice.PaidAmount.Value),
    ["status"] = invoice.Status.ToString(), ["returnUrl"] = invoice.ReturnUrl,
    ["expiresAt"] = invoice.ExpiresAt.ToUnixTimeMilliseconds(), ["createdAt"] = invoice.CreatedAt.ToUnixTimeMilliseconds(),
  };
}
