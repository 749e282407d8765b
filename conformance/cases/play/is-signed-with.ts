import { Webhook } from 'standardwebhooks';
import type { Call } from '../../src/callbacks/listener.ts';

/** Tells if one of the signatures is the secret's. The clock of a sandbox may be ahead, so the time is not judged. */
export function isSignedWith(secret: string, call: Call): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = call.headers;
  if (!/^\d+$/.test(time)) return false;
  const expected = new Webhook(secret).sign(id, new Date(Number(time) * 1000), call.body);
  return signatures.split(' ').includes(expected);
}
