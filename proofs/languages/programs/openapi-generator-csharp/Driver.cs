// Drives the client that openapi-generator generates: reads one JSON order per line and writes one JSON reply per line.
using System;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Payments.Api;
using Payments.Client;
using Payments.Model;

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
    } catch (ApiException error) {
      // The client throws the same exception for everything, with the body as text, which the generated model can parse.
      var problem = ReadProblem(error.ErrorContent as string);
      if (problem == null) return Failure(error.ErrorCode, error);
      var items = new JArray((problem.Errors ?? Enumerable.Empty<ProblemItem>()).Select(item => item.Code));
      return new JObject { ["problem"] = new JObject { ["status"] = error.ErrorCode, ["code"] = problem.Code, ["items"] = items } };
    } catch (Exception error) {
      return Failure(null, error);
    }
  }

  static PaymentInvoice Call(JObject order) {
    var configuration = new Configuration { BasePath = (string)order["url"], AccessToken = (string)order["token"] };
    var api = new PaymentsApi(http, configuration);
    var body = order["body"];
    switch ((string)order["op"]) {
      case "create":
        var create = new CreatePaymentRequest((string)body["cashTag"], double.Parse((string)body["amount"], CultureInfo.InvariantCulture),
          (bool?)body["isWhiteLabel"] ?? false, (string)body["callbackUrl"], (string)body["returnUrl"]);
        return api.CreatePayment(create, (string)order["key"]);
      case "fetch":
        return api.FetchPayment(new FetchPaymentRequest((string)body["invoiceId"]));
      default:
        return api.SubmitReceipt(new SubmitReceiptRequest((string)body["invoiceId"], (string)body["webReceipt"]));
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

  /// <summary>Verifies like the standard-webhooks library, which is only on NuGet.</summary>
  static JObject ReadEvent(JObject order) {
    var headers = order["headers"];
    var payload = (string)order["payload"];
    var time = (string)headers["webhook-timestamp"];
    var secret = Convert.FromBase64String(((string)order["secret"]).Substring("whsec_".Length));
    byte[] expected;
    using (var mac = new HMACSHA256(secret)) expected = mac.ComputeHash(Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{time}.{payload}"));
    var signatures = ((string)headers["webhook-signature"]).Split(' ');
    var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(time, CultureInfo.InvariantCulture);
    if (!signatures.Any(signature => Matches(signature, expected)) || Math.Abs(age) > 300) throw new Exception("The signature does not match.");
    var read = JsonConvert.DeserializeObject<InvoiceEvent>(payload);
    return new JObject { ["type"] = read.Type, ["sequence"] = read.Sequence, ["invoice"] = Write(read.Data) };
  }

  /// <summary>Compares signatures in constant time.</summary>
  static bool Matches(string signature, byte[] expected) {
    var given = Encoding.UTF8.GetBytes(signature);
    var wanted = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(expected));
    var difference = given.Length ^ wanted.Length;
    for (var i = 0; i < Math.Min(given.Length, wanted.Length); i++) difference |= given[i] ^ wanted[i];
    return difference == 0;
  }

  static JObject Write(PaymentInvoice invoice) => new JObject {
    ["id"] = invoice.Id, ["paymentUrl"] = invoice.PaymentUrl, ["cashTag"] = invoice.CashTag, ["note"] = invoice.Note,
    ["amount"] = Text(invoice.Amount), ["isWhiteLabel"] = invoice.IsWhiteLabel, ["receiptId"] = invoice.ReceiptId,
    ["paidAmount"] = invoice.PaidAmount == null ? null : Text(invoice.PaidAmount.Value),
    ["status"] = JToken.FromObject(invoice.Status), ["returnUrl"] = invoice.ReturnUrl,
    ["expiresAt"] = Milliseconds(invoice.ExpiresAt), ["createdAt"] = Milliseconds(invoice.CreatedAt),
  };

  static string Text(double amount) => amount.ToString("R", CultureInfo.InvariantCulture);

  static long Milliseconds(DateTime time) => new DateTimeOffset(time).ToUnixTimeMilliseconds();

  static JObject Failure(int? status, Exception error) =>
    new JObject { ["failure"] = new JObject { ["status"] = status, ["kind"] = error.GetType().Name, ["message"] = error.Message } };
}
