import { isDeepStrictEqual } from 'node:util';
import { facts } from '../../payments/facts.ts';
import type { Mailbox } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { operationById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { crossCheck } from '../../src/contract/relations.ts';
import { type Exchange, hasSucceeded } from '../../src/http/exchange.ts';
import { withHeader, withKey } from '../../src/http/json-request.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { type Finding, makeFinding } from '../../src/outcome/finding.ts';
import { headerOf } from '../../src/subject/entity-tag.ts';
import { lifetimeOf } from '../../src/subject/expire-invoice.ts';
import type { Play } from '../../src/subject/play.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther, withToken } from '../../src/subject/switch-account.ts';
import { asSent } from '../../src/subject/unique-values.ts';
import { startCallbackPlay } from './callback-play.ts';
import type { Row } from './cover-pairs.ts';
import { optionalOf, refusing } from './journey-facts.ts';
import { create, longestKey } from './key-trial.ts';
import { mintToken, withoutScopeOf } from './mint-token.ts';

/** An invoice whose life a row of factors describes. `subject` has a token of its account, with every scope. */
export interface Journey extends Play {
  context: CaseContext;
  facts: Row;
  body: Record<string, unknown>;
  key: string | undefined;
  created: Exchange;
  /** A valid create request that was refused after others with the same key were refused; undefined if there is none. */
  burnt: Exchange | undefined;
  /** A create request with two URLs that was refused, although the server accepts either URL by itself; undefined if none. */
  refused: Exchange | undefined;
  maker: Subject;
  submitter: Subject;
  /** A token of the run's account that expires before the invoice, if the invoice is to expire. */
  ending: Subject | undefined;
  /** A token of the account that does not own the invoice, if a second account is known. */
  foreign: Subject | undefined;
  /** Tokens that were minted for this journey only. */
  own: { of: 'maker' | 'submitter'; subject: Subject }[];
  mailbox: Mailbox | undefined;
  /** Fields that the invoice must have now. */
  expected: { status: string; paidAmount: number | null };
  /** The event types that the deployment must have sent so far, in order. */
  types: string[];
}

/** The last payment in cents, for each amount. The two parts of 0.80 are 0.70 and 0.10, whose sum as doubles is not 0.8. */
const lastParts: Record<string, number> = { '0.80': 10, '100': 1, '999999.99': 2, '0.05': 2 };

/** Returns the amounts to pay, in cents. If the invoice is to expire, the last one is left out. */
export function paymentsOf({ facts, invoice }: Pick<Journey, 'facts' | 'invoice'>): number[] {
  const whole = Math.round(Number(invoice.amount) * 100);
  const last = whole === Math.round(Number(facts.amount) * 100) ? (lastParts[facts.amount ?? ''] ?? 1) : Math.floor(whole / 3);
  const parts = {
    'two parts': [whole - last, last],
    'four parts': [1, 1, whole - 2 - last, last],
    'more than the rest': [whole - last, last + 100],
  }[facts.payment ?? ''] ?? [whole];
  return facts.end === 'expired' ? parts.slice(0, -1) : parts;
}

/** Creates the invoice of a journey with the tokens, key, URLs and amount of its row. */
export async function beginJourney(context: CaseContext, facts: Row): Promise<Journey> {
  const { subject, contract, features } = context;
  const operation = operationById(contract, 'createPayment');
  const { request } = operation;
  const account = facts.maker === 'other account' ? asOther(subject) : subject;
  const isOther = account !== subject;
  const knowsOther = subject.settings.otherToken !== undefined && features.has('ownership');
  const own: Journey['own'] = [];
  const take = async (of: 'maker' | 'submitter', wish: string | undefined, operationId: string): Promise<Subject> => {
    if (wish !== 'another token' && wish !== 'token for it only') return account;
    const { scopes } = operationById(contract, operationId);
    const minted = await mintToken(subject, wish === 'another token' ? {} : { scopes });
    own.push({ of, subject: minted });
    return minted;
  };
  const maker = await take('maker', facts.maker, 'createPayment');
  const submitter = await take('submitter', facts.submitter, 'submitReceipt');
  let key = keyOf(facts, subject);
  let burnt: Exchange | undefined;
  let body = bodyOf(subject, facts);
  const before = key !== undefined && facts.key === 'after a refusal' ? await refusedWithKey(context, maker, key, body) : [];
  let refused: Exchange | undefined;
  const sendBoth = async ({ returnUrl, callbackUrl, ...neither }: Record<string, unknown>): Promise<Exchange> => {
    const both = { ...neither, returnUrl, callbackUrl };
    const exchange = await send(both);
    if (hasSucceeded(exchange) || returnUrl === undefined) return exchange;
    const alone = [await maker.create({ ...neither, returnUrl }), await maker.create({ ...neither, callbackUrl })];
    // Sends both URLs once more, because the reason for the refusal may have been temporary.
    const again = alone.every(hasSucceeded) ? await send(both) : exchange;
    if (again === exchange || hasSucceeded(again)) return again;
    // Continues with the callbackUrl only. The two URLs explain the refusal, so it says nothing about the key.
    refused = again;
    burnt = undefined;
    return send({ ...neither, callbackUrl });
  };
  const send = async (given: Record<string, unknown>): Promise<Exchange> => {
    body = given;
    if (key === undefined) return maker.create(given);
    const exchange = await create(maker, key, given);
    if (before.length === 0 || hasSucceeded(exchange)) return exchange;
    // The requests that were refused earlier have used up the key, which is a finding. Continues with a new key.
    burnt = exchange;
    key = crypto.randomUUID();
    return create(maker, key, given);
  };
  const calls = facts.urls === 'callbackUrl' || facts.urls === 'both';
  const started = calls
    ? await startCallbackPlay(
        context,
        async (url) => (facts.urls === 'both' ? padded(`${url}?of=`, request.properties?.callbackUrl) : url),
        ({ callbackUrl }) => (facts.urls === 'both' ? sendBoth : send)({ ...body, callbackUrl }),
      )
    : undefined;
  const created = started?.exchanges[0] ?? (await send(body));
  if (started && facts.receiver === refusing) started.mailbox.respond = refuseEachOnce();
  return {
    context,
    facts,
    body: asSent(operation, created, body),
    key,
    created,
    burnt,
    refused,
    maker,
    submitter,
    own,
    ending: facts.end === 'expired' && !isOther ? await endingToken(context, created, key, body) : undefined,
    subject: account,
    foreign: knowsOther ? (isOther ? subject : asOther(subject)) : undefined,
    invoice: invoiceOf(created),
    counted: [],
    exchanges: [...before, created],
    mailbox: started?.mailbox,
    expected: { status: 'PENDING', paidAmount: null },
    types: [],
  };
}

const padded = (url: string, { maxLength = 0 }: Schema = {}): string => url.padEnd(Number(maxLength), 'x');

function keyOf({ key }: Row, { contract }: Subject): string | undefined {
  if (key === 'none') return undefined;
  const header = headerOf(operationById(contract, 'createPayment'), 'idempotency-key');
  return crypto.randomUUID().padEnd(key === 'longest' ? longestKey(header?.schema ?? {}) : 0, '~');
}

/** Sends create requests that have the same key and fail at different checks. None of them may make the key unusable. */
async function refusedWithKey(
  { subject, features }: CaseContext,
  maker: Subject,
  key: string,
  body: Record<string, unknown>,
): Promise<Exchange[]> {
  const right = withKey(maker.requestOf('createPayment', body), key);
  const exchanges = [await create(maker, key, {}), await maker.send({ ...right, body: '{' })];
  if (features.has('media-types')) exchanges.push(await maker.send(withHeader(right, 'Content-Type', 'text/plain')));
  const isOther = maker.settings.token === subject.settings.otherToken;
  if (isOther || !features.has('scopes') || !subject.wire.adapter.mintToken) return exchanges;
  const lacking = await subject.share('a token that may not create', () =>
    withoutScopeOf(subject, 'createPayment').catch(nullIfSkipped),
  );
  return lacking ? [...exchanges, await create(lacking, key, body)] : exchanges;
}

/** Makes a token that expires halfway through the invoice's life, and repeats the create with it while it is valid. */
async function endingToken(
  { subject, features }: CaseContext,
  created: Exchange,
  key: string | undefined,
  body: Record<string, unknown>,
): Promise<Subject | undefined> {
  if (!subject.wire.adapter.mintExpiringToken || !features.has('scopes')) return undefined;
  const mint = requireAbility(subject, 'mintExpiringToken', 'A token that ends by itself is needed');
  const seconds = Math.ceil(lifetimeOf(facts, invoiceOf(created)) / 2000);
  const ending = withToken(subject, await mint(seconds, subject.settings));
  if (key !== undefined) await create(ending, key, body);
  return ending;
}

function refuseEachOnce(): Mailbox['respond'] {
  const seen = new Set<unknown>();
  return (_count, { headers }) => {
    const isNew = !seen.has(headers['webhook-id']);
    seen.add(headers['webhook-id']);
    return { status: isNew ? 500 : 204 };
  };
}

/** Makes the create body for a row. Leaves out fields that the contract does not have. */
function bodyOf({ contract, createBody }: Subject, facts: Row): Record<string, unknown> {
  const { request } = operationById(contract, 'createPayment');
  const { properties = {} } = request;
  const optional = optionalOf(contract).flatMap(([name]) =>
    facts[name] === undefined || facts[name] === 'absent' ? [] : [[name, JSON.parse(facts[name])]],
  );
  const returns = facts.urls === 'returnUrl' || facts.urls === 'both';
  const short = 'https://example.com/thanks?order=1042';
  const wanted = {
    amount: Number(facts.amount),
    ...Object.fromEntries(optional),
    ...(returns && { returnUrl: facts.urls === 'both' ? padded(short, properties.returnUrl) : short }),
  };
  const allowed = Object.entries(wanted).filter(([name, value]) => properties[name] && compileSchema(properties[name])(value));
  const whole = { ...createBody, ...Object.fromEntries(allowed) };
  if (crossCheck(request)(whole)) return whole;
  // Omits all optional fields if a rule excludes one of them for this amount.
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !optional.some(([other]) => other === name)));
}
/** Makes a finding about a journey, with its create and its last exchanges. */
export function say(
  { context, created, exchanges }: Journey,
  requirement: string,
  expected: string,
  received: string,
  member?: string,
): Finding {
  const latest = exchanges.slice(-5);
  const about = { expected, received, exchanges: latest.includes(created) ? latest : [created, ...latest] };
  return makeFinding(context.contract, requirement, { ...(member !== undefined && { member }), ...about });
}

/** Yields a finding if a field does not have the value that it must have. */
export function* expectField(
  journey: Journey,
  requirement: string,
  member: string,
  [expected, received]: [expected: unknown, received: unknown],
  why = '',
): Generator<Finding> {
  if (isDeepStrictEqual(expected, received)) return;
  yield say(journey, requirement, `${member}: ${showValue(expected)}${why}`, `${member}: ${showValue(received)}`, member);
}

export function* expectResponse(
  journey: Journey,
  requirement: string,
  wanted: 'success' | number | readonly number[],
  exchange: Exchange,
): Generator<Finding> {
  journey.exchanges.push(exchange);
  const { features } = journey.context;
  const status = exchange.answer?.status ?? 0;
  // Only problem-details promises a certain status for a refusal.
  const statuses = [wanted].flat();
  const isRefused = features.has('problem-details')
    ? statuses.includes(status)
    : status >= 400 && (status < 500 || statuses.includes(503));
  if (wanted === 'success' ? hasSucceeded(exchange) : isRefused) return;
  const expected = wanted === 'success' ? 'a success' : statuses.join(' or ');
  yield say(journey, requirement, expected, `${status} ${showValue(exchange.answer?.text)}`);
}
