import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type Exchange, sendsToken } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import type { Shown } from '../../src/record/shown-invoices.ts';
import { eventOf } from './callback-play.ts';
import { doubtSecret, isSignedWith, unsigned } from './is-signed-with.ts';

/** A call for an invoice of the run's own token, and the create of that. */
interface OwnCall {
  call: Call;
  created: Exchange;
  /** Secrets, of those that the run knows, that sign it. */
  by: string[];
}

/**
 * Judges the signature of every call, whichever case waited for it. Only invoices of the run's own token have a secret that is
 * known: that which was given, and each that a rotation gave. Which of them must sign at which time, other cases say.
 */
export function checkSignatures(context: CaseContext, given: string, shown: readonly Shown[]): Finding[] {
  const { contract, listener, subject } = context;
  const secrets = [given, ...(subject.wire.record?.secrets ?? [])];
  const own = new Map(
    shown
      .filter(({ operation, exchange }) => operation.id === 'createPayment' && sendsToken(exchange.request))
      .map(({ invoice, exchange }) => [invoice.id, exchange]),
  );
  const calls = (listener?.heard ?? []).flatMap((call): OwnCall[] => {
    const created = own.get((eventOf(call).data as Record<string, unknown> | undefined)?.id);
    // Another case reports a call that lacks what is signed, or the signature.
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
 * Tells if one secret signs a call before this one and a call behind it: then it counted in between too. A secret that an earlier run
 * has replaced ends on the way, and what signs from there on is not known.
 */
function isBetween(calls: readonly OwnCall[], at: number): boolean {
  const before = new Set(calls.slice(0, at).flatMap(({ by }) => by));
  return calls.slice(at + 1).some(({ by }) => by.some((secret) => before.has(secret)));
}
