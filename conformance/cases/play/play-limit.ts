import { paid, receiptFor, shares } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { TokenWish } from '../../src/adapter/adapter.ts';
import { operationById, type RateLimit } from '../../src/contract/contract.ts';
import { type Exchange, hasSucceeded, type RequestSpec } from '../../src/http/exchange.ts';
import { withKey } from '../../src/http/json-request.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { fewestFor } from '../../src/subject/body-for.ts';
import { withEchoed } from '../../src/subject/echoed-header.ts';
import { headerOf } from '../../src/subject/entity-tag.ts';
import { type Play, readUntil, startPlay } from '../../src/subject/play.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { renewed } from '../../src/subject/unique-values.ts';
import { withoutHeader } from '../derive/refusals/send-violation.ts';
import {
  askAfter,
  crowdOver,
  type Exhausted,
  exhaust,
  isRefused,
  isTooLong,
  restToWait,
  secondsToWait,
  sendAll,
  varied,
  withLimits,
  withReceipt,
} from './exhaust-limit.ts';
import { withoutScopeOf } from './mint-token.ts';
import { imitateId } from './near-ids.ts';
import { holdBack, submitOver, type Unsettled } from './submit-over.ts';

/** How many requests above the limit another account sends for each id, so that a server that counts by id refuses some. */
const farOver = 5;

/** A limit above this number of requests is exhausted only once, to save requests. */
export const often = 100;

/** The results of using up a limit. "Over the limit": sent after it was used up. What the adapter cannot provide is absent. */
export interface LimitPlay extends Exhausted {
  /** Over the limit: a request with another token of the account. */
  otherToken?: Exchange;
  /** Over the limit: a request with a live token of the account. */
  live?: Exchange;
  /** Over the limit: a request whose token belongs to the account but lacks the operation's scope. */
  withoutScope?: Exchange;
  /** Over the limit of submitReceipt: a valid receipt that was submitted, if the suite can pay. */
  unsettled?: Unsettled;
  /** Over an invoice's limit: a request for the same invoice, with a body that violates the schema. */
  malformed?: Exchange;
  /** Over an account's limit: requests with mistakes that a server looks for only after it has checked the limit. */
  wrongLater: Exchange[];
  /** Over the limit: a request from another account. */
  otherAccount?: Exchange;
  /** Over an account's limit: requests of the other operations. Over an invoice's limit: a request for another invoice. */
  others: Exchange[];
  /** Requests that are sent halfway through the wait, as many as the limit allows. All of them must be refused. */
  refused: Exchange[];
  /** A request after the wait that the last refusal asked for. If it has a key, it repeats a request refused over the limit. */
  after?: Exchange;
  /** The same limit, exhausted again right after the wait: by replays, and by requests that are refused anyway. */
  again?: Exhausted;
  /** In the next window: the request of `after` once more, if it has a key. */
  replay?: Exchange;
  /** Over an account's limit: the same request with a token that has the operation's scope only. */
  narrowToken?: Exchange;
  /** The results of exhausting the limit of the other account, or of its invoice. */
  otherExhausted?: Exhausted;
  /** The results for a part-paid invoice. Every second request submits the same receipt, which counts only the first time. */
  partPaid?: Exhausted;
  /** Over the limit of another account's invoice: requests for this invoice, and the same number for an unknown one. */
  strange?: { foreign: Exchange[]; unknown: Exchange[] };
}

/** Exhausts a limit once for all cases, and sends the requests that they need. Skips the case if limits are not adjustable. */
export function playLimit(subject: Subject, operationId: string, limit: RateLimit): Promise<LimitPlay> {
  requireAbility(subject, 'limitRates', 'Rate limits that can be put on are needed');
  return subject.share(`limit ${limit.name}`, async () => {
    const partPaid = limit.per === 'invoice' ? await payPart(subject) : undefined;
    const turn = () => withLimits(subject, () => play(subject, operationId, limit, partPaid));
    const played = await turn();
    // If nothing was refused, a new window may have started meanwhile. A second try right afterwards stays within one window.
    const whole = isRefused(played.over) ? played : await turn();
    const { otherToken } = subject.settings;
    if (otherToken === undefined || limit.requests > often) return whole;
    // Uses the other account's own token, because some adapters turn the limits on for one account only.
    const other = withToken(subject, otherToken);
    const one = limit.per === 'invoice' ? invoiceOf(await other.create()) : undefined;
    const specOf = (count: number, id: unknown = one?.id): RequestSpec =>
      varied(limit, specFor(other, operationId, id ?? `no-such-invoice-${count + 1000}`));
    const bothLimited = <Result>(work: () => Promise<Result>) =>
      withLimits(other, () => (one ? withLimits(subject, work) : work()));
    const otherTurn = () =>
      bothLimited(async () => {
        const otherExhausted = await exhaust(other, limit.requests, (count) => specOf(count));
        return { otherExhausted, ...(one && { strange: await askAsStranger(subject, limit, (id) => specOf(0, id), one.id) }) };
      });
    const ofOther = await otherTurn();
    return { ...whole, ...(isRefused(ofOther.otherExhausted.over) ? ofOther : await otherTurn()) };
  });
}

async function play(subject: Subject, operationId: string, limit: RateLimit, partPaid: Play | undefined): Promise<LimitPlay> {
  const held = operationId === 'submitReceipt' ? await holdBack(subject) : undefined;
  const invoiceId = limit.per === 'invoice' ? (held?.[0].invoice ?? invoiceOf(await subject.create())).id : undefined;
  const { request, identifies = '' } = operationById(subject.contract, operationId);
  // Only successful responses state a limit. If a request needs only an id, the first two requests name an existing invoice.
  const succeeds = limit.per === 'account' && request.required?.every((name) => name === identifies) === true;
  const known = succeeds ? invoiceOf(await subject.create()).id : undefined;
  const specOf = (count: number, id = invoiceId ?? (count < 2 ? known : undefined)): RequestSpec =>
    varied(limit, specFor(subject, operationId, id ?? `no-such-invoice-${count}`));
  const lacking = await withoutScopeOf(subject, operationId).catch(nullIfSkipped);
  const exhausted = await exhaust(subject, limit.requests, specOf, lacking);
  const played: LimitPlay = { ...exhausted, others: [], refused: [], wrongLater: [] };
  if (!isRefused(exhausted.over)) {
    await askOtherOperations(subject, operationId, played);
    return played;
  }

  const spec = specOf(limit.requests + 1);
  const takesKey = headerOf(operationById(subject.contract, operationId), 'idempotency-key') !== undefined;
  const keyed = takesKey ? withKey(renewed(subject.contract, spec), crypto.randomUUID()) : undefined;
  if (keyed) await subject.sendOnce(keyed);
  if (lacking) played.withoutScope = await lacking.sendOnce(spec);
  const others = () => askOthers(subject, operationId, limit, spec, played);
  if (partPaid) {
    const unissued = specOf(0, partPaid.invoice.id);
    played.partPaid = await inWindow(subject, limit, async () => {
      const kinds = [unissued, withReceipt(unissued, await receiptFor(partPaid, 1))];
      return exhaust(subject, limit.requests, (count) => kinds[count % 2] ?? unissued);
    });
  }
  if (held) played.unsettled = await submitOver(subject, held, others);
  else await others();
  const { advanceTime } = subject.wire;
  const wait = secondsToWait(exhausted.over);
  if (!advanceTime || wait === undefined || isTooLong(wait, limit)) return played;
  const slack = 1 + Math.ceil(exhausted.milliseconds / 1000);
  if (limit.requests > often) {
    await advanceTime(wait + slack, subject.settings);
    played.after = await subject.sendOnce(spec);
    return played;
  }
  const half = Math.floor(wait / 2);
  await advanceTime(half, subject.settings);
  played.refused = await sendAll(subject, limit.requests, (count) => specOf(count + limit.requests));
  const rest = restToWait(wait, half, played.refused);
  if (rest === undefined) return played;
  const further = (count: number): RequestSpec => specOf(count + 2 * limit.requests);
  const first = await askAfter(subject, rest, keyed ?? played.unsettled?.exchange.request ?? further(0));
  played.after = first;
  if (played.unsettled && hasSucceeded(first)) {
    const play = { subject, invoice: invoiceOf(first), counted: [], exchanges: [] };
    // Another case reports a server that refuses this read too.
    const shown = await readUntil(play, { status: stateWhenPaid(subject.contract) }).catch(() => undefined);
    if (shown) played.unsettled.again = shown;
  }
  if (isRefused(first)) return played;
  await advanceTime(slack, subject.settings);
  // Uses up the limit with replays and invalid requests, because those count too.
  const wrong = limit.per === 'account' ? wrongBodies(spec) : [];
  const kinds = [...wrong, ...wrong.map(() => keyed)];
  const mixed = (count: number): RequestSpec => kinds[count % kinds.length] ?? further(count);
  played.again = await inWindow(subject, limit, async (isFirst) =>
    crowdOver(subject, limit, isFirst ? first : await subject.sendOnce(further(0)), mixed, isFirst ? 1000 * slack : 0),
  );
  if (!keyed) return played;
  await advanceTime(limit.seconds + 1, subject.settings);
  played.replay = await subject.sendOnce(keyed);
  return played;
}

/** Exhausts a limit that has already counted requests. Tries again if nothing was refused, because the window may have ended. */
async function inWindow(
  subject: Subject,
  { seconds }: RateLimit,
  exhaustIt: (isFirst: boolean) => Promise<Exhausted>,
): Promise<Exhausted> {
  const first = await exhaustIt(true);
  const { advanceTime } = subject.wire;
  if (isRefused(first.over) || first.within.some(isRefused) || !advanceTime) return first;
  await advanceTime(seconds + 1, subject.settings);
  return exhaustIt(false);
}

/** As another account, sends more requests than a limit allows, alternately for the invoice and for an unknown one. */
async function askAsStranger(
  stranger: Subject,
  { requests }: RateLimit,
  specOf: (id: unknown) => RequestSpec,
  id: unknown,
): Promise<NonNullable<LimitPlay['strange']>> {
  const ids = [id, imitateId(String(id))];
  const sent = await sendAll(stranger, 2 * (requests + farOver), (count) => specOf(ids[count % 2]));
  return { foreign: sent.filter((_, index) => index % 2 === 0), unknown: sent.filter((_, index) => index % 2 === 1) };
}

/** Sends, all at the same time, the requests over the limit that may be sent in any order. */
async function askOthers(
  subject: Subject,
  operationId: string,
  { per }: RateLimit,
  spec: RequestSpec,
  played: LimitPlay,
): Promise<void> {
  const { otherToken, ...own } = subject.settings;
  const { scopes } = operationById(subject.contract, operationId);
  const mint = subject.wire.adapter.mintToken && requireAbility(subject, 'mintToken', 'A further token is needed');
  type Asker = 'otherToken' | 'live' | 'narrowToken' | 'otherAccount';
  const askBy = async (name: Asker, token: string | null = null): Promise<void> => {
    if (token !== null) played[name] = await withToken(subject, token).sendOnce(spec);
  };
  const askWith = async (name: Asker, wish: TokenWish): Promise<void> => askBy(name, await mint?.(wish, own));
  const askForInvoices = async (): Promise<void> => {
    played.malformed = await subject.sendOnce(withReceipt(spec, 7));
    const { id } = invoiceOf(await subject.create());
    played.others.push(await subject.sendOnce(specFor(subject, operationId, id)));
  };
  const askWithWrongBodies = async (): Promise<void> => {
    played.wrongLater = await Promise.all(wrongBodies(spec).map((wrong) => subject.sendOnce(wrong)));
  };
  const ofItsKind = {
    invoice: () => [askForInvoices()],
    account: () => [
      ...[askWith('live', { live: true }), askWith('narrowToken', { scopes })],
      ...[askWithWrongBodies(), askOtherOperations(subject, operationId, played)],
    ],
  };
  await Promise.all([askWith('otherToken', {}), askBy('otherAccount', otherToken), ...ofItsKind[per]()]);
}

/** Makes requests that must be refused for their bodies. All are small: a gateway may refuse large ones uncounted. */
function wrongBodies(spec: RequestSpec): RequestSpec[] {
  if (spec.body === undefined) return [];
  return [withoutHeader('Content-Type', spec), { ...spec, body: '{' }, { ...spec, body: '{}' }];
}

/** Pays part of a new invoice. Returns undefined if that fails, because other cases report it. */
async function payPart(subject: Subject): Promise<Play | undefined> {
  try {
    const play = await startPlay(subject);
    await paid(play, shares(subject).part);
    const { status } = await readUntil(play, { status: 'UNDER_PAID' });
    return status === 'UNDER_PAID' ? play : undefined;
  } catch {
    return undefined;
  }
}

async function askOtherOperations(subject: Subject, operationId: string, { others }: LimitPlay): Promise<void> {
  const operations = subject.contract.operations.filter(({ id }) => id !== operationId);
  const send = ({ id }: { id: string }) => subject.sendOnce(specFor(subject, id, 'no-such-invoice'));
  others.push(...(await Promise.all(operations.map(send))));
}

/** Makes a request of an operation. It need not succeed, because a request that is refused for another reason counts too. */
export function specFor(subject: Subject, operationId: string, invoiceId: unknown): RequestSpec {
  const operation = operationById(subject.contract, operationId);
  return withEchoed(operation, requestFor(operation, fewestFor(subject, operation, invoiceId)));
}
