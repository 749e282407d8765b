// Drives the client that openapi-generator generates.
using System;
using System.Linq;
using System.Net.Http;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Payments.Api;
using Payments.Client;
using Payments.Model;

public static class Driver {
  static readonly HttpClient http = new HttpClient();

  public static void Main() => Harness.Serve(Call, ReadEvent);

  static JObject Call(JObject order) {
    try {
      return new JObject { ["invoice"] = Write(Send(order)) };
    } catch (ApiException error) {
      // The client throws the same exception for everything. Its body is text, which the generated model can parse.
      var problem = Harness.ReadProblem<Problem>(error.ErrorContent as string);
      if (problem == null) return Harness.Failure(error.ErrorCode, error);
      var items = new JArray((problem.Errors ?? Enumerable.Empty<ProblemItem>()).Select(item => item.Code));
      return new JObject { ["problem"] = new JObject { ["status"] = error.ErrorCode, ["code"] = problem.Code, ["items"] = items } };
    }
  }

  static PaymentInvoice Send(JObject order) {
    var configuration = new Configuration { BasePath = (string)order["url"], AccessToken = (string)order["token"] };
    var api = new PaymentsApi(http, configuration);
    var body = order["body"];
    switch ((string)order["op"]) {
      case "create":
        var create = new CreatePaymentRequest((string)body["cashTag"], Harness.Number(body["amount"]),
          (bool?)body["isWhiteLabel"] ?? false, (string)body["callbackUrl"], (string)body["returnUrl"]);
        return api.CreatePayment(create, (string)order["key"]);
      case "fetch":
        return api.FetchPayment(new FetchPaymentRequest((string)body["invoiceId"]));
      default:
        return api.SubmitReceipt(new SubmitReceiptRequest((string)body["invoiceId"], (string)body["webReceipt"]));
    }
  }

  static JObject ReadEvent(string payload) {
    var read = JsonConvert.DeserializeObject<InvoiceEvent>(payload);
    return new JObject { ["type"] = read.Type, ["sequence"] = read.Sequence, ["invoice"] = Write(read.Data) };
  }

  static JObject Write(PaymentInvoice invoice) => new JObject {
    ["id"] = invoice.Id, ["paymentUrl"] = invoice.PaymentUrl, ["cashTag"] = invoice.CashTag, ["note"] = invoice.Note,
    ["amount"] = Harness.Text(invoice.Amount), ["isWhiteLabel"] = invoice.IsWhiteLabel, ["receiptId"] = invoice.ReceiptId,
    ["paidAmount"] = invoice.PaidAmount == null ? null : Harness.Text(invoice.PaidAmount.Value),
    ["status"] = JToken.FromObject(invoice.Status), ["returnUrl"] = invoice.ReturnUrl,
    ["expiresAt"] = Milliseconds(invoice.ExpiresAt), ["createdAt"] = Milliseconds(invoice.CreatedAt),
  };

  static long Milliseconds(DateTime time) => new DateTimeOffset(time).ToUnixTimeMilliseconds();
}
