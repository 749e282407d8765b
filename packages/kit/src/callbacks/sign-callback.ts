import { Webhook } from 'standardwebhooks';

/**
 * Makes the three Standard Webhooks 1.0.0 headers of one attempt, with one signature per secret, newest first. `signedAt` is in
 * milliseconds since 1970.
 */
export function signCallback(id: string, body: Uint8Array, secrets: readonly string[], signedAt: number): Record<string, string> {
  const timestamp = Math.floor(signedAt / 1000);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(timestamp * 1000), text)).join(' '),
  };
}
