import { Webhook } from 'standardwebhooks';
import { explainSignature } from '../../src/callbacks/explain-signature.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type Exchange, sendsOtherToken, sendsToken } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import type { Shown } from '../../src/record/shown-invoices.ts';
import { eventOf } from './callback-play.ts';

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

/** Checks whether a signature was made with the secret. Ignores the timestamp, because a sandbox's clock may be ahead. */
export function isSignedWith(secret: string, call: Call): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = call.headers;
  if (!/^\d+$/.test(time)) return false;
  const expected = new Webhook(secret).sign(id, new Date(Number(time) * 1000), call.body);
  return signatures.split(' ').includes(expected);
}

export const showSignature = (call: Call | undefined): string =>
  `webhook-signature: ${call?.headers['webhook-signature'] ?? 'absent'}`;

/** Describes the signature of a call that was not signed with the secret, and the mistake that the deployment probably made. */
export function unsigned(secret: string, call: Call): { expected: string; received: string } {
  return {
    expected: 'a signature with the secret from --callback-secret',
    received: [showSignature(call), explainSignature(secret, call) ?? []].flat().join(' – '),
  };
}

/** The reason why a case that needs the secret is inconclusive if no call was signed with that secret. */
export const strangeSecret =
  'No callback is signed with the given secret. A rotation, also in an earlier run, may have replaced it: give the present one with --callback-secret, or CALLBACK_SECRET.';

/** Throws CaseInconclusive if the secret may be wrong: it signed no call of the run, and no common mistake explains that. */
export function doubtSecret({ listener }: CaseContext, secret: string): void {
  if (listener === undefined || listener.settings.secretIsSure || secret !== listener.settings.secret) return;
  const signed = listener.heard.filter(({ headers }) => /^v1,[\w+/=-]/.test(headers['webhook-signature'] ?? ''));
  const tells = (call: Call): boolean => isSignedWith(secret, call) || explainSignature(secret, call) !== undefined;
  if (signed.length > 0 && !signed.some(tells)) throw new CaseInconclusive(strangeSecret);
}

/** Lists the complete calls about the invoices in these responses, each with the exchange that shows the call's invoice. */
function callsFor({ listener }: CaseContext, shown: readonly Shown[]): { call: Call; made: Exchange }[] {
  const invoices = new Map(shown.map(({ invoice, exchange }) => [invoice.id, exchange]));
  return (listener?.heard ?? []).flatMap((call) => {
    const made = invoices.get((eventOf(call).data as Record<string, unknown> | undefined)?.id);
    // Ignores incomplete calls, for example without a signature, because another case reports them.
    return made && isWhole(call) ? [{ call, made }] : [];
  });
}

const isWhole = ({ headers }: Call): boolean =>
  headers['webhook-id'] !== undefined &&
  headers['webhook-signature'] !== undefined &&
  /^\d+$/.test(headers['webhook-timestamp'] ?? '');

/** Checks, with the given and all rotated secrets, the signatures of calls for invoices that the run's own token created. */
export function checkSignatures(context: CaseContext, given: string, shown: readonly Shown[]): Finding[] {
  const { contract, features, listener, subject } = context;
  const secrets = [given, ...(subject.wire.record?.secrets ?? [])];
  const signedBy = (call: Call): string[] => secrets.filter((secret) => isSignedWith(secret, call));
  const theirs = shown.filter(({ exchange }) => features.has('ownership') && sendsOtherToken(exchange.request));
  const strange = callsFor(context, theirs).find(({ call }) => signedBy(call).length > 0);
  if (strange)
    return broken(contract, 'callback-signed/own-secret', {
      expected: `a signature with the other account's secret only, for ${eventOf(strange.call).type}`,
      received: showSignature(strange.call),
      exchanges: [strange.made],
    });
  const own = shown.filter(({ operation, exchange }) => operation.id === 'createPayment' && sendsToken(exchange.request));
  const calls = callsFor(context, own).map((one) => ({ ...one, by: signedBy(one.call) }));
  // A call that no known secret signed is certainly wrong only if one secret signed both an earlier and a later call, and so was
  // valid in between. Otherwise, an unknown secret from before the run may have signed it.
  const isBetween = (at: number): boolean => {
    const before = new Set(calls.slice(0, at).flatMap(({ by }) => by));
    return calls.slice(at + 1).some(({ by }) => by.some((secret) => before.has(secret)));
  };
  const isSure = listener?.settings.secretIsSure ?? false;
  const wrong = calls.find(({ by }, at) => by.length === 0 && (isSure || isBetween(at)));
  if (wrong) return broken(contract, 'callback-signed', { ...unsigned(given, wrong.call), exchanges: [wrong.made] });
  if (calls.some(({ by }) => by.length === 0)) doubtSecret(context, given);
  return [];
}
