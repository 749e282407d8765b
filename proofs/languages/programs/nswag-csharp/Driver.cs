// Drives the client that NSwag generates: reads one JSON order per line and writes one JSON reply per line.
using System;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Payments;

public static class Driver {
  static readonly HttpClient http = new HttpClient();

  public static void Main() {
    // Keeps a header's text unchanged; by default the reader converts text that looks like a date.
    var reading = new JsonSerializerSettings { DateParseHandling = DateParseHandling.None };
    for (var line = Console.ReadLine(); line != null; line = Console.ReadLine()) {
      Console.WriteLine(CarryOut(JsonConvert.DeserializeObject<JObject>(line, reading)).ToString(Formatting.None));
    }
  }

  static JObject CarryOut(JObject order) {
    try {
      if ((string)order["op"] == "event") return new JObject { ["event"] = ReadEvent(order) };
      return new JObject { ["invoice"] = Write(Call(order)) };
    } catch (ApiException<Problem> refused) {
      return Refusal(refused.StatusCode, refused.Result);
    } catch (ApiException error) {
      // A status that the document does not have: the body is text, which the generated model can parse.
      var problem = ReadProblem(error.Response);
      return problem == null ? Failure(error.StatusCode, error) : Refusal(error.StatusCode, problem);
    } catch (Exception error) {
      return Failure(null, error);
    }
  }

  static PaymentInvoice Call(JObject order) {
    http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", (string)order["token"]);
    var client = new Client(http) { BaseUrl = (string)order["url"] };
    var body = order["body"];
    switch ((string)order["op"]) {
      case "create":
        var create = new CreatePaymentRequest {
          CashTag = (string)body["cashTag"], Amount = double.Parse((string)body["amount"], CultureInfo.InvariantCulture),
          IsWhiteLabel = (bool?)body["isWhiteLabel"] ?? false, CallbackUrl = (string)body["callbackUrl"], ReturnUrl = (string)body["returnUrl"],
        };
        return client.CreatePaymentAsync((string)order["key"], create).GetAwaiter().GetResult();
      case "fetch":
        return client.FetchPaymentAsync(new FetchPaymentRequest { InvoiceId = (string)body["invoiceId"] }).GetAwaiter().GetResult();
      default:
        var submit = new SubmitReceiptRequest { InvoiceId = (string)body["invoiceId"], WebReceipt = (string)body["webReceipt"] };
        return client.SubmitReceiptAsync(submit).GetAwaiter().GetResult();
    }
  }

  static Problem ReadProblem(string text) {
    try {
      return JsonConvert.DeserializeObject<Problem>(text);
    } catch (JsonException) {
      // The body is a proxy's page.
      return null;
    }
  }

  static JObject Refusal(int status, Problem problem) {
    var items = new JArray((problem.Errors ?? Enumerable.Empty<ProblemItem>()).Select(item => item.Code));
    return new JObject { ["problem"] = new JObject { ["status"] = status, ["code"] = problem.Code, ["items"] = items } };
  }

  /// <summary>Verifies like the standard-webhooks library, which is only on NuGet.</summary>
  static JObject ReadEvent(JObject order) {
    var headers = order["headers"];
    var payload = (string)order["payload"];
    var time = (string)headers["webhook-timestamp"];
    var secret = Convert.FromBase64String(((string)order["secret"]).Substring("whsec_".Length));
    string expected;
    using (var mac = new HMACSHA256(secret))
      expected = "v1," + Convert.ToBase64String(mac.ComputeHash(Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{time}.{payload}")));
    // A live service compares in constant time, and refuses a time that is five minutes away.
    if (!((string)headers["webhook-signature"]).Split(' ').Contains(expected)) throw new Exception("The signature does not match.");
    var read = JsonConvert.DeserializeObject<InvoiceEvent>(payload);
    return new JObject { ["type"] = read.Type, ["sequence"] = read.Sequence, ["invoice"] = Write(read.Data) };
  }

  static JObject Write(PaymentInvoice invoice) => new JObject {
    ["id"] = invoice.Id, ["paymentUrl"] = invoice.PaymentUrl, ["cashTag"] = invoice.CashTag, ["note"] = invoice.Note,
    ["amount"] = Text(invoice.Amount), ["isWhiteLabel"] = invoice.IsWhiteLabel, ["receiptId"] = invoice.ReceiptId,
    ["paidAmount"] = invoice.PaidAmount == null ? null : Text(invoice.PaidAmount.Value),
    ["status"] = invoice.Status.ToString(), ["returnUrl"] = invoice.ReturnUrl,
    ["expiresAt"] = invoice.ExpiresAt.ToUnixTimeMilliseconds(), ["createdAt"] = invoice.CreatedAt.ToUnixTimeMilliseconds(),
  };

  static string Text(double amount) => amount.ToString("R", CultureInfo.InvariantCulture);

  static JObject Failure(int? status, Exception error) =>
    new JObject { ["failure"] = new JObject { ["status"] = status, ["kind"] = error.GetType().Name, ["message"] = error.Message } };
}
