import type { PlannedCase } from '../../case/case.ts';
import type { Contract } from '../../contract/contract.ts';
import { beyondKeyword } from '../../contract/fit-body.ts';
import { placesFor } from '../../engine/fit-places.ts';
import { groupBy } from '../../group-by.ts';
import type { Foresight } from './foresee-traffic.ts';

/** Describes the requests of a run in one line, and its long waits in another. */
export function describePlan(planned: PlannedCase[], foresight: Foresight, rate?: number): string {
  const { requests, writes, invoices, claimed } = foresight;
  const unclaimed = planned.length - claimed.length;
  const limit = rate === undefined ? '' : `, at most ${rate} a second`;
  const left = unclaimed > 0 ? ` (${unclaimed} more belong to features that are not claimed)` : '';
  return `Plan: ${count(claimed.length, 'case')}${left}; about ${count(requests, 'request')}${limit}, ${writes} of them write${invoices > 0 ? `, ${count(invoices, 'invoice')}` : ''}.\n${describeWaits(foresight)}`;
}

/** Describes how many cases may wait a long time for a callback, or are skipped because they would wait too long. */
function describeWaits({ skipped, waiting }: Foresight): string {
  const left = skipped.find(({ lacks }) => lacks.startsWith('--callback-wait'));
  const [, seconds] = left?.lacks.split(' ') ?? [];
  if (left)
    return `Skipped: ${count(left.cases, 'case')} that may wait ${seconds} s for a callback; ${left.lacks} includes them.\n`;
  const most = Math.max(0, ...waiting.map((one) => one.seconds));
  if (most === 0) return '';
  return `${count(waiting.length, 'case')} may wait ${most} s for a callback, so the run takes up to ${most} s longer.\n`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Describes the number of cases of each group, and the cases that would be skipped. */
export function describeDryRun({ operations }: Contract, planned: PlannedCase[], foresight: Foresight, rate?: number): string {
  const byPart = [...groupBy(foresight.claimed, ({ id }) => id.split('/').slice(0, 2).join('/'))];
  const width = Math.max(...byPart.map(([part]) => part.length), 0);
  return [
    ...byPart.map(([part, cases]) => `${part.padEnd(width)}  ${String(cases.length).padStart(4)}`),
    '',
    ...operations.flatMap(({ id, request }) => ((request[beyondKeyword] ?? []) as string[]).map((said) => `${id}: ${said}`)),
    ...foresight.skipped.map(({ lacks, cases }) => `${cases} of these cases would be skipped: ${sayLack(lacks)}`),
    `${describePlan(planned, foresight, rate)}Nothing was sent. The numbers are from a run against the reference server; yours may get a few more or less.\n`,
  ].join('\n');
}

/** Share of create requests among all requests. Includes refused ones (the majority), because a rate limit may count them. */
const shareOfCreates = 0.4;

/**
 * Describes how long a run will take because the deployment limits create requests. Returns '' if the run stays within the limit.
 * @param policy the value of RateLimit-Policy in the response to a create request
 */
export function describeLimits(policy: string, requests: number): string {
  const [quota, window] = ['q', 'w'].map((name) => Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(policy)?.[1]));
  if (!quota || !window) return '';
  const minutes = Math.ceil((Math.floor((shareOfCreates * requests) / quota) * window) / 60);
  if (minutes === 0) return '';
  return `The deployment limits creates to ${quota} in ${window} s, so this run takes about ${minutes} min. ${lessWaiting}`;
}

const lessCases = '--features, --operation or --case chooses them.\n';
const lessWaiting = `Turn its limits off for the account of the token, or give an --adapter whose limitRates does. Fewer cases take less: ${lessCases}`;

/**
 * Describes how long a run will take because the deployment responds with 429, if that is at least a minute.
 * @param wait milliseconds for which the deployment asks the suite to wait
 * @param creates number of create requests that the suite has sent so far
 */
export function describeHold(wait: number, creates: number, requests: number): string {
  const minutes = (Math.floor((shareOfCreates * requests) / Math.max(1, creates)) * wait) / 60_000;
  if (minutes < 1) return '';
  return `The deployment refuses requests with 429 and asks to wait ${Math.ceil(wait / 1000)} s, so this run takes about ${Math.ceil(minutes)} min. ${lessWaiting}`;
}

/**
 * Describes how long a run will take because the deployment is slow, if that is at least a minute.
 * @param milliseconds response time of one request
 */
export function describeLatency(
  milliseconds: number,
  { requests, inTurn }: Pick<Foresight, 'requests' | 'inTurn'>,
  { concurrency = placesFor(milliseconds), rate }: { concurrency?: number; rate?: number },
): string {
  const least = rate === undefined ? 0 : requests / rate;
  const seconds = Math.max(least, ((requests / concurrency + inTurn) * milliseconds) / 1000);
  if (seconds < 60) return '';
  const time = milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  const takes = `The deployment takes ${time} to respond`;
  const turns = `about ${inTurn} requests have to wait for the response to the one before`;
  return `${takes}, and ${turns}, so this run takes about ${Math.ceil(seconds / 60)} min. Fewer cases take less: ${lessCases}`;
}

function sayLack(need: string): string {
  if (need === 'pay') return 'the suite does not know how to pay. Use --pay or --adapter.';
  if (need === 'other') return 'they need a second account: set --other-token to its token.';
  if (need === 'listener') return 'callbacks need an address to arrive at: set --callback-listen HOST:PORT.';
  if (need.startsWith('--')) return `they wait long for a callback: add ${need} to include them.`;
  return `they need ${need}: use an --adapter that has it.`;
}
