// The harness of the C# clients' programs: reads one JSON command per line and writes one JSON reply per line.
using System;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

public static class Harness {
  /// <summary>Carries out each command with <paramref name="call"/>, or verifies an event and has <paramref name="readEvent"/> parse its text.</summary>
  public static void Serve(Func<JObject, JObject> call, Func<string, JObject> readEvent) {
    // Keeps a header's text unchanged. By default the reader converts text that looks like a date.
    var reading = new JsonSerializerSettings { DateParseHandling = DateParseHandling.None };
    for (var line = Console.ReadLine(); line != null; line = Console.ReadLine()) {
      var order = JsonConvert.DeserializeObject<JObject>(line, reading);
      JObject reply;
      try {
        reply = (string)order["op"] == "event" ? new JObject { ["event"] = readEvent(Verify(order)) } : call(order);
      } catch (Exception error) {
        reply = Failure(null, error);
      }
      Console.WriteLine(reply.ToString(Formatting.None));
    }
  }

  /// <summary>Verifies like the standard-webhooks library, which is only on NuGet, and returns the payload.</summary>
  static string Verify(JObject order) {
    var headers = order["headers"];
    var payload = (string)order["payload"];
    var time = (string)headers["webhook-timestamp"];
    var secret = Convert.FromBase64String(((string)order["secret"]).Substring("whsec_".Length));
    byte[] expected;
    using (var mac = new HMACSHA256(secret)) expected = mac.ComputeHash(Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{time}.{payload}"));
    var signatures = ((string)headers["webhook-signature"]).Split(' ');
    var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(time, CultureInfo.InvariantCulture);
    if (!signatures.Any(signature => Matches(signature, expected)) || Math.Abs(age) > 300) throw new Exception("The signature does not match.");
    return payload;
  }

  /// <summary>Compares signatures in constant time.</summary>
  static bool Matches(string signature, byte[] expected) {
    var given = Encoding.UTF8.GetBytes(signature);
    var wanted = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(expected));
    var difference = given.Length ^ wanted.Length;
    for (var i = 0; i < Math.Min(given.Length, wanted.Length); i++) difference |= given[i] ^ wanted[i];
    return difference == 0;
  }

  public static double Number(JToken text) => double.Parse((string)text, CultureInfo.InvariantCulture);

  public static string Text(double amount) => amount.ToString("R", CultureInfo.InvariantCulture);

  /// <summary>Parses the body of a refusal with the generated model. Returns null if the body is a proxy's page.</summary>
  public static TProblem ReadProblem<TProblem>(string text) where TProblem : class {
    try {
      return JsonConvert.DeserializeObject<TProblem>(text);
    } catch (JsonException) {
      return null;
    }
  }

  public static JObject Failure(int? status, Exception error) =>
    new JObject { ["failure"] = new JObject { ["status"] = status, ["kind"] = error.GetType().Name, ["message"] = error.Message } };
}
