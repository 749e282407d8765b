package server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A receipt from the suite's pay.py: `invoice:amount:outcome:id.signature`. Yours come from your payment provider. */
record Receipt(String invoiceId, long cents, String outcome, String id) {
  /** Reads the receipt for an invoice. */
  static Receipt read(String text, String invoiceId) {
    var at = text.lastIndexOf('.');
    var parts = at < 0 ? new String[0] : text.substring(0, at).split(":");
    if (parts.length != 4 || !parts[0].equals(invoiceId) || !isSigned(text.substring(0, at), text.substring(at + 1)))
      throw new Refusal(422, "receipt_invalid");
    return new Receipt(parts[0], cents(Double.parseDouble(parts[1])), parts[2], parts[3]);
  }

  /** Converts an amount to whole cents, because sums of doubles drift. */
  static long cents(double amount) {
    return Math.round(amount * 100);
  }

  private static boolean isSigned(String text, String signature) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(System.getenv("RECEIPT_KEY").getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      var expected = HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
      return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
