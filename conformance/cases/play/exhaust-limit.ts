import type { Contract, RateLimit } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { describeHeader, headerSchemasOf, isHeaderOf } from '../../src/contract/header-schemas.ts';
import { type Exchange, type RequestSpec, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { putVariable, renderCount } from '../../src/http/render-curl.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** How many requests are in progress at the same time, so that even a slow deployment gets all of them within the window. */
const atOnce = 50;

/** As many requests as a limit allows, and one more. */
export interface Exhausted {
  /** As many requests as the limit allows. The first two are sent one after the other. */
  within: Exchange[];
  over: Exchange;
  /** The request before `within`. It was refused for its scope, so it does not count. */
  uncounted?: Exchange;
  /** Milliseconds from the first request to the last one. */
  milliseconds: number;
}

/** Sends a request as `lacking`, a subject without the scope. Then sends as many as the limit allows, and one more. */
export async function exhaust(
  subject: Subject,
  requests: number,
  specOf: (count: number) => RequestSpec,
  lacking?: Subject | null,
): Promise<Exhausted> {
  const started = performance.now();
  const first = await lacking?.sendOnce(specOf(0));
  // Another case reports a deployment that responds with 401.
  const uncounted = [401, 403].includes(first?.answer?.status ?? 0) ? first : undefined;
  // A deployment that has no scopes counts the first request like any other.
  const most = first && !uncounted ? requests - 1 : requests;
  const within = [await subject.sendOnce(specOf(0)), await subject.sendOnce(specOf(1))];
  within.push(...(await sendAll(subject, most - 2, (count) => specOf(count + 2))));
  const over = await subject.sendOnce(specOf(most));
  return { within, over, ...(uncounted && { uncounted }), milliseconds: performance.now() - started };
}

/** How many excess requests to send together. A server that reads and increments the count in separate steps accepts them all. */
const crowd = 20;

/** Exhausts a limit with more requests at once than it allows. `moved`: milliseconds by which the clock moved since `first`. */
export async function crowdOver(
  subject: Subject,
  { requests: most, seconds }: RateLimit,
  first: Exchange,
  specOf: (count: number) => RequestSpec,
  moved = 0,
): Promise<Exhausted> {
  // Measures from the time when the first request was sent, because the limit's window may have started then.
  const sent = Date.parse(first.startedAt);
  const all = [first, ...(await sendAll(subject, most - 1 + crowd, (count) => specOf(count + 1)))];
  const milliseconds = Date.now() - sent + moved;
  const [refused, letIn] = [all.filter(isRefused), all.filter((one) => !isRefused(one))];
  // A limit that refills gradually allows more requests, in proportion to the time that has passed.
  const more = letIn[most + Math.ceil((milliseconds * most) / (1000 * seconds))];
  const over = more ?? refused.at(-1) ?? (all.at(-1) as Exchange);
  return { within: [...letIn, ...refused].slice(0, most), over, milliseconds };
}

/** Milliseconds by which the clocks of a deployment's servers may differ. */
export const apart = 250;

/** Moves the clock by the stated wait and sends a request. Repeats a refused request once, because servers' clocks may differ. */
export async function askAfter(subject: Subject, seconds: number, spec: RequestSpec, sender = subject): Promise<Exchange> {
  await subject.wire.advanceTime?.(seconds, subject.settings);
  const exchange = await sender.sendOnce(spec);
  if (!isRefused(exchange)) return exchange;
  await sleep(apart);
  return sender.sendOnce(spec);
}

/** Returns the seconds after which a request must succeed, according to the first and the last Retry-After. */
export function restToWait(first: number, passed: number, refused: readonly Exchange[]): number | undefined {
  const last = refused.map(secondsToWait).at(-1);
  // Requests that succeed after the first refusal may prolong the wait that it stated, but refused requests must not.
  return last !== undefined && refused.every(isRefused) ? Math.min(last, first - passed) : last;
}

/** Sends requests, many at a time and without retries, and returns their exchanges in order. */
export async function sendAll(subject: Subject, most: number, specOf: (count: number) => RequestSpec): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (let at = 0; at < most; at += atOnce) {
    const specs = Array.from({ length: Math.min(atOnce, most - at) }, (_, index) => specOf(at + index));
    exchanges.push(...(await Promise.all(specs.map((spec) => subject.sendOnce(spec)))));
  }
  return exchanges;
}

/** Checks whether a request was refused with 429 or 503. A server may use either status for a limit. */
export const isRefused = ({ answer: response }: Exchange): boolean => response?.status === 429 || response?.status === 503;

/** Returns the Retry-After of a refusal in seconds, or undefined if it has none. */
export function secondsToWait({ answer: response }: Exchange): number | undefined {
  const value = response && responseHeader(response, 'retry-after');
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** How many seconds longer than the window the wait in a refusal may be. */
const margin = 5;

export const isTooLong = (wait: number, { seconds }: { seconds: number }): boolean => wait > seconds + margin;

/** Checks that a refused request over a limit got a 429 and a Retry-After. Another case judges whether it was refused at all. */
export function judge429(contract: Contract, features: ReadonlySet<string>, over: Exchange): Finding[] {
  if (!isRefused(over)) return [];
  const after = over.answer && responseHeader(over.answer, 'retry-after');
  const code = over.answer && responseObject(over.answer)?.code;
  const right = over.answer?.status === 429 && (!features.has('problem-details') || code === 'rate_limited');
  const schemas = features.has('problem-details') ? headerSchemasOf(contract, 'Retry-After') : [];
  if (right && /^[1-9]\d*$/.test(after ?? '') && isHeaderOf(schemas, after ?? '')) return [];
  const received = `${over.answer?.status} ${showValue(code)}, Retry-After: ${after ?? 'absent'}`;
  const expected = `429 rate_limited with Retry-After in seconds${schemas.length > 0 ? `: ${describeHeader(schemas)}` : ''}`;
  return broken(contract, 'rate-limit-is-429', { expected, received, exchanges: [over] });
}

/** Renders shell commands that repeat a request. A loop variable replaces the end of a made-up invoice id or receipt. */
export function renderTries(exchange: Exchange, times: number): string {
  const [own, beginning] = /(no-such-invoice-|made-up-receipt-)[\w-]+/.exec(exchange.request.body ?? '') ?? [];
  if (own === undefined || beginning === undefined) return renderCount(exchange, times);
  return renderCount(exchange, times, (word) => putVariable(word, own.slice(beginning.length), '$n'));
}

export const withReceipt = (spec: RequestSpec, webReceipt: unknown): RequestSpec => ({
  ...spec,
  body: JSON.stringify({ ...JSON.parse(spec.body ?? '{}'), webReceipt }),
});

/** If a limit is per invoice, gives each request its own receipt, to find a server that counts requests per receipt. */
export const varied = ({ per }: RateLimit, spec: RequestSpec): RequestSpec =>
  per === 'invoice' ? withReceipt(spec, `made-up-receipt-${crypto.randomUUID()}`) : spec;

/** Turns the rate limits on while `work` runs. */
export async function withLimits<Result>(subject: Subject, work: () => Promise<Result>): Promise<Result> {
  const limitRates = requireAbility(subject, 'limitRates', 'Rate limits that can be put on are needed');
  await limitRates(true, subject.settings);
  try {
    return await work();
  } finally {
    await limitRates(false, subject.settings);
  }
}
