import type { Contract, Operation, RateLimit } from '../../../src/contract/contract.ts';
import { type Exchange, isSuccess, responseHeader } from '../../../src/http/exchange.ts';
import { broken, type Finding } from '../../../src/outcome/finding.ts';
import type { LimitPlay } from '../../play/play-limit.ts';

/** Checks the headers about the limit in the first two responses: they must be present and agree with the contract's limit. */
export function judgeTold(
  contract: Contract,
  operation: Operation,
  [first, second]: readonly Exchange[],
  limit: RateLimit | undefined,
): Finding[] {
  if (!first || !second) return [];
  const headers = toldBy(first);
  const say = (expected: string, received: string): Finding[] =>
    broken(contract, 'rate-limit-is-told', { expected, received, exchanges: [first, second] });
  if (!headers.every(Boolean)) {
    // If the headers are missing, this is reported once, by the first case of this limit.
    return limit || !mayTell(operation, first) ? [] : say('RateLimit and RateLimit-Policy', show(headers));
  }
  if (!limit) return [];
  const { requests, seconds } = limit;
  const policies = itemsOf(headers[1] ?? '');
  if (!agrees(policies, limit)) return say(`RateLimit-Policy: q=${requests};w=${seconds}`, `RateLimit-Policy: ${headers[1]}`);
  const [before, after] = [first, second].map(({ answer: response }) =>
    itemsOf((response && responseHeader(response, 'ratelimit')) ?? ''),
  ) as [Item[], Item[]];
  // A response may report several limits. Each one is compared with the policy of the same name.
  const late = before.find(({ name, r = 0, t = 0 }) => {
    const policy = policies.find((one) => one.name === name);
    return r > (policy?.q ?? requests) || t > (policy?.w ?? seconds);
  });
  if (late) return say(`RateLimit: r up to ${requests}, t up to ${seconds}`, `RateLimit: ${headers[0]}`);
  // If the second response took long, a limit that refills gradually may be full again, so its remainder need not be lower.
  const isSlow = second.milliseconds > 500;
  const told = before.filter(({ r }) => r !== undefined);
  const falls = told.some(({ name, r = 0 }) => after.every((item) => item.name !== name || (item.r ?? 0) < r));
  if (told.length === 0 || falls || isSlow) return [];
  const shown = second.answer && responseHeader(second.answer, 'ratelimit');
  return say('RateLimit: r is less at the second request', `RateLimit: ${headers[0]}, then ${shown}`);
}

/** Checks that a 429 states the limit and a remainder of 0. If earlier responses lacked the headers, another check says so. */
export function judgeToldAtEnd(
  contract: Contract,
  operation: Operation,
  [first]: readonly Exchange[],
  over: Exchange,
  limit: RateLimit,
): Finding[] {
  if (over.answer?.status !== 429 || !first) return [];
  if (mayTell(operation, first) && !toldBy(first).every(Boolean)) return [];
  const [rate, policy] = toldBy(over);
  const say = (expected: string, received: string): Finding[] =>
    broken(contract, 'rate-limit-is-told', { expected, received, exchanges: [first, over] });
  if (!rate || !policy) return say('RateLimit and RateLimit-Policy with the 429 too', show([rate, policy]));
  if (!agrees(itemsOf(policy), limit))
    return say(`RateLimit-Policy: q=${limit.requests};w=${limit.seconds} with the 429 too`, `RateLimit-Policy: ${policy}`);
  // Skips the check for deployments that follow an older draft, which reports the remainder in another format.
  const tellsLeft = itemsOf(toldBy(first)[0] ?? '').some(({ r }) => r !== undefined);
  if (!tellsLeft || itemsOf(rate).some(({ r }) => r === 0)) return [];
  return say('RateLimit: r=0 with the 429', `RateLimit: ${rate}`);
}

/** Checks that a replay states the limit if the original response did. */
export function judgeToldOnReplay(contract: Contract, { after, replay }: Pick<LimitPlay, 'after' | 'replay'>): Finding[] {
  if (!after || !replay?.answer || !isSuccess(replay.answer) || !toldBy(after).every(Boolean)) return [];
  const headers = toldBy(replay);
  if (headers.every(Boolean)) return [];
  const expected = 'RateLimit and RateLimit-Policy with a replay too';
  return broken(contract, 'rate-limit-is-told', { expected, received: show(headers), exchanges: [after, replay] });
}

/** Checks whether the contract documents RateLimit for responses with this status. */
function mayTell({ status, headers, refusals }: Operation, { answer: response }: Exchange): boolean {
  const documented = [{ status, headers }, ...refusals].find((one) => one.status === response?.status);
  return documented?.headers.some(({ name }) => name === 'RateLimit') ?? false;
}

const show = ([rate, policy]: (string | undefined)[]): string =>
  `RateLimit: ${rate ?? 'absent'}, RateLimit-Policy: ${policy ?? 'absent'}`;

/** Checks whether one of the policies has the contract's quota and window. True if no policy states a quota. */
const agrees = (policies: Item[], { requests, seconds }: RateLimit): boolean =>
  policies.every(({ q }) => q === undefined) || policies.some(({ q, w }) => q === requests && (w === undefined || w === seconds));

const toldBy = ({ answer: response }: Exchange): (string | undefined)[] =>
  ['ratelimit', 'ratelimit-policy'].map((name) => response && responseHeader(response, name));

/** Returns the limits that responses report in RateLimit-Policy, as numbers of requests. */
export function toldQuotas(exchanges: readonly Exchange[]): number[] {
  const policies = exchanges.flatMap(({ answer: response }) => (response && responseHeader(response, 'ratelimit-policy')) ?? []);
  return [...new Set(policies.flatMap((policy) => itemsOf(policy).flatMap(({ q }) => q ?? [])))];
}

/** An item of a structured list (RFC 9651), with its numeric parameters. */
interface Item {
  name: string;
  q?: number;
  w?: number;
  r?: number;
  t?: number;
}

function itemsOf(header: string): Item[] {
  return header.split(',').map((member) => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim());
    const numbers = parameters.flatMap((parameter) => {
      const [, key, value] = /^([qwrt])=(\d+)$/.exec(parameter) ?? [];
      return key === undefined ? [] : [[key, Number(value)] as const];
    });
    return { name, ...Object.fromEntries(numbers) };
  });
}
