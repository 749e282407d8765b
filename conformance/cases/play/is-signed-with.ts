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

/** Describes the signature of a call that lacks the expected one, and the mistake that probably caused this. */
export function unsigned(secret: string, call: Call): { expected: string; received: string } {
  return {
    expected: 'a signature with the secret from --callback-secret',
    received: [showSignature(call), explainSignature(secret, call) ?? []].flat().join(' – '),
  };
}

/** The reason why a case that needs the secret is inconclusive if no call was signed with that secret. */
export const strangeSecret =
  'No callback is signed with the given secret. A rotation, also in an earlier run, may have replaced it: give the present one with --callback-secret, or CALLBACK_SECRET.';

/**
 * Checks whether the secret may be wrong: no call of the run is signed with it, and no common mistake explains the signatures.
 * @throws CaseInconclusive if it may be wrong
 */
export function doubtSecret({ listener }: CaseContext, secret: string): void {
  if (listener === undefined || listener.settings.secretIsSure || secret !== listener.settings.secret) return;
  const signed = listener.heard.filter(({ headers }) => /^v1,[\w+/=-]/.test(headers['webhook-signature'] ?? ''));
  const tells = (call: Call): boolean => isSignedWith(secret, call) || explainSignature(secret, call) !== undefined;
  if (signed.length > 0 && !signed.some(tells)) throw new CaseInconclusive(strangeSecret);
}

/** A call for an invoice that the run's own token created, and the exchange that created it. */
interface OwnCall {
  call: Call;
  created: Exchange;
  /** The known secrets that signed the call. */
  by: string[];
}

/**
 * Checks the signature of every call for an invoice of the run's own token. The run cannot know other secrets: it knows only the
 * given one and those that rotations have returned. Other cases check which of them must sign at which time.
 */
export function checkSignatures(context: CaseContext, given: string, shown: readonly Shown[]): Finding[] {
  const { contract, listener, subject } = context;
  const secrets = [given, ...(subject.wire.record?.secrets ?? [])];
  const strange = context.features.has('ownership') ? signedForOther(context, secrets, shown) : [];
  if (strange.length > 0) return strange;
  const own = new Map(
    shown
      .filter(({ operation, exchange }) => operation.id === 'createPayment' && sendsToken(exchange.request))
      .map(({ invoice, exchange }) => [invoice.id, exchange]),
  );
  const calls = (listener?.heard ?? []).flatMap((call): OwnCall[] => {
    const created = own.get((eventOf(call).data as Record<string, unknown> | undefined)?.id);
    // Ignores incomplete calls, for example without a signature, because another case reports them.
    if (!created || !isWhole(call)) return [];
    return [{ call, created, by: secrets.filter((secret) => isSignedWith(secret, call)) }];
  });
  const isSure = listener?.settings.secretIsSure ?? false;
  const wrong = calls.find(({ by }, at) => by.length === 0 && (isSure || isBetween(calls, at)));
  if (wrong) return broken(contract, 'callback-signed', { ...unsigned(given, wrong.call), exchanges: [wrong.created] });
  if (calls.some(({ by }) => by.length === 0)) doubtSecret(context, given);
  return [];
}

const isWhole = ({ headers }: Call): boolean =>
  headers['webhook-id'] !== undefined &&
  headers['webhook-signature'] !== undefined &&
  /^\d+$/.test(headers['webhook-timestamp'] ?? '');

/**
 * Checks whether a known secret signed both an earlier and a later call, so that it was valid in between. Otherwise, the call may
 * be signed with an unknown secret from before the run.
 */
function isBetween(calls: readonly OwnCall[], at: number): boolean {
  const before = new Set(calls.slice(0, at).flatMap(({ by }) => by));
  return calls.slice(at + 1).some(({ by }) => by.some((secret) => before.has(secret)));
}

/** Finds a call for an invoice of the other account that is signed with a secret of the run's account. */
function signedForOther({ contract, listener }: CaseContext, secrets: readonly string[], shown: readonly Shown[]): Finding[] {
  const theirs = new Map(
    shown.filter(({ exchange }) => sendsOtherToken(exchange.request)).map(({ invoice, exchange }) => [invoice.id, exchange]),
  );
  for (const call of listener?.heard ?? []) {
    const created = theirs.get((eventOf(call).data as Record<string, unknown> | undefined)?.id);
    if (created === undefined || !isWhole(call) || !secrets.some((secret) => isSignedWith(secret, call))) continue;
    return broken(contract, 'callback-signed/own-secret', {
      expected: `a signature with the other account's secret only, for ${eventOf(call).type}`,
      received: `webhook-signature: ${call.headers['webhook-signature']}`,
      exchanges: [created],
    });
  }
  return [];
}
