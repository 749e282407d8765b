/** Standard Webhooks 1.0.0, symmetric: HMAC-SHA256 over `{id}.{timestamp}.{body}`. */

/** Returns the bytes of a body, which is text or already bytes. */
export function toBytes(body: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
}

/** Makes the base64 signature of a body. Throws a TypeError, which does not repeat the secret, when the secret is not valid. */
export async function sign(id: string, timestamp: string, body: Uint8Array<ArrayBuffer>, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', readSecret(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  const signature = await crypto.subtle.sign('HMAC', key, content);
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

function readSecret(secret: unknown): Uint8Array<ArrayBuffer> {
  try {
    const bytes = Uint8Array.from(atob((secret as string).replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
    // Accepts keys of 16 bytes or more, even though the standard asks for 24. Refuses shorter ones, because anyone can sign with
    // an empty key.
    if (bytes.length > 15) return bytes;
  } catch {
    // The error is thrown below, because the platform's own error may repeat the secret.
  }
  throw new TypeError('A callback secret is "whsec_" and base64, as the service gave it.');
}
