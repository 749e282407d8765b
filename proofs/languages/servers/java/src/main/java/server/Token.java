package server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.UUID;

/** The token that every request must have. */
class Token {
  static final String value = UUID.randomUUID().toString();

  /** Compares in constant time, so that the duration of a refusal reveals nothing about the token. */
  static boolean isIn(String header) {
    return header != null && MessageDigest.isEqual(bytes("Bearer " + value), bytes(header));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
