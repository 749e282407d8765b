import { Webhook } from 'standardwebhooks';
import { explainSignature } from '../../src/callbacks/explain-signature.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';

/** Returns the secret that signs callbacks; skips the case where it was not given. */
export function callbackSecret({ listener }: CaseContext): string {
  const secret = listener?.settings.secret;
  if (secret === undefined)
    throw new CaseSkipped('The secret that signs callbacks is needed: give it with --callback-secret, or CALLBACK_SECRET.');
  return secret;
}

/** Tells if one of the signatures is the secret's. The clock of a sandbox may be ahead, so the time is not judged. */
export function isSignedWith(secret: string, call: Call): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = call.headers;
  if (!/^\d+$/.test(time)) return false;
  const expected = new Webhook(secret).sign(id, new Date(Number(time) * 1000), call.body);
  return signatures.split(' ').includes(expected);
}

/** Says of a call whose signature does not hold what it has in place of one, and the likely mistake. */
export function unsigned(secret: string, call: Call): { expected: string; received: string } {
  const signature = `webhook-signature: ${call.headers['webhook-signature'] ?? 'absent'}`;
  return {
    expected: 'a signature of the secret that --callback-secret gave',
    received: [signature, explainSignature(secret, call) ?? []].flat().join(' – '),
  };
}
