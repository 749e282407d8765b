import { Webhook } from 'standardwebhooks';
import { explainSignature } from '../../src/callbacks/explain-signature.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';

/** Returns the secret that signs callbacks; skips the case if none was given. */
export function callbackSecret({ listener }: CaseContext): string {
  const secret = listener?.settings.secret;
  if (secret === undefined)
    throw new CaseSkipped(
      'The secret that signs callbacks is needed: give it with --callback-secret, or CALLBACK_SECRET.',
      '--callback-secret',
    );
  return secret;
}

/**
 * Checks whether one of the signatures was made with the secret. It does not judge the time, because a sandbox's clock
 * may be ahead.
 */
export function isSignedWith(secret: string, call: Call): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = call.headers;
  if (!/^\d+$/.test(time)) return false;
  const expected = new Webhook(secret).sign(id, new Date(Number(time) * 1000), call.body);
  return signatures.split(' ').includes(expected);
}

/** Describes the invalid signature of a call, and the likely mistake. */
export function unsigned(secret: string, call: Call): { expected: string; received: string } {
  const signature = `webhook-signature: ${call.headers['webhook-signature'] ?? 'absent'}`;
  return {
    expected: 'a signature of the secret that --callback-secret gave',
    received: [signature, explainSignature(secret, call) ?? []].flat().join(' – '),
  };
}

/** The reason that cases which need the secret give if it is probably wrong. */
export const strangeSecret =
  'Not one callback is signed with the secret that was given: is it right? A rotation, by an earlier run too, puts another in its place. Give the one that counts now with --callback-secret, or CALLBACK_SECRET.';

/**
 * Checks whether the secret may be wrong: no call of the run was signed with it, and no usual mistake explains the
 * signatures.
 * @throws CaseInconclusive if so
 */
export function doubtSecret({ listener }: CaseContext, secret: string): void {
  if (listener === undefined || listener.settings.secretIsSure || secret !== listener.settings.secret) return;
  const signed = listener.heard.filter(({ headers }) => /^v1,[\w+/=-]/.test(headers['webhook-signature'] ?? ''));
  const tells = (call: Call): boolean => isSignedWith(secret, call) || explainSignature(secret, call) !== undefined;
  if (signed.length > 0 && !signed.some(tells)) throw new CaseInconclusive(strangeSecret);
}
