/** Standard Webhooks 1.0.0, symmetric: HMAC-SHA256 over `{id}.{timestamp}.{body}`. */

/** Gives the bytes of a body, which is text or bytes already. */
export function toBytes(body: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
}

/** Makes the base64 signature of a body. Throws a TypeError, without the secret in it, for a secret that is none. */
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
    // The standard asks for 24 bytes at least; a key of none would verify what anyone signs.
    if (bytes.length > 15) return bytes;
  } catch {
    // Said below, without the secret, which the platform's own error may repeat.
  }
  throw new TypeError('A callback secret is "whsec_" and base64, as the service gave it.');
}
