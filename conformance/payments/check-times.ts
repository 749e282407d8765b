import { type Contract, echoOf } from '../src/contract/contract.ts';
import { showValue } from '../src/contract/describe-schema.ts';
import { creatorOf } from '../src/contract/main-object.ts';
import { relationsOf } from '../src/contract/relations.ts';
import { type Exchange, requestObject, responseHeader } from '../src/http/exchange.ts';
import { broken, type Finding } from '../src/outcome/finding.ts';
import type { Shown } from '../src/record/shown-invoices.ts';
import { readHttpDate, readTime } from '../src/text/read-time.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Offsets of the world's time zones from UTC in milliseconds: whole hours first, then the other offsets. */
const zones = [
  ...Array.from({ length: 14 }, (_, at) => (at + 1) * hour),
  ...[3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75].map((hours) => hours * hour),
];

/** A create, with the number of milliseconds by which createdAt differs from the Date header of its response. */
interface Timed {
  exchange: Exchange;
  createdAt: unknown;
  difference: number;
}

/**
 * Checks the createdAt of each create against the Date header of its response. The two may differ, but not by the offset of a
 * time zone, and must advance at the same rate.
 * @param shown invoices that were created before the clock was moved
 */
export function checkTimes(contract: Contract, shown: readonly Shown[]): Finding[] {
  const creates = shown.flatMap(({ isNew, exchange, invoice }) => (isNew ? timed(exchange, invoice.createdAt) : []));
  const pointer = `${creatorOf(contract).responsePointer}/properties/createdAt`;
  const elsewhere = creates.find(({ difference, createdAt }) => hasZone(createdAt) && isZone(difference));
  if (elsewhere !== undefined)
    return broken(contract, 'invoice-created-at', {
      member: 'createdAt',
      pointer,
      expected: `createdAt: the instant of the create, which the response dates ${dateOf(elsewhere.exchange)}`,
      received: `createdAt: ${showValue(elsewhere.createdAt)}, ${Math.round(elsewhere.difference / minute)} minutes off, as a zone is`,
      exchanges: [elsewhere.exchange],
    });
  // A core deployment may omit the seconds in createdAt, so it cannot be compared this precisely.
  if (creates.every(({ createdAt }) => isWholeMinute(createdAt))) return [];
  const pair = findApart(creates);
  if (pair === undefined) return [];
  const [first, last] = pair;
  return broken(contract, 'invoice-created-at', {
    member: 'createdAt',
    pointer,
    expected: 'createdAt: as much later as the Date of the response is',
    received: `createdAt: ${showValue(first.createdAt)} and ${showValue(last.createdAt)}, where Date says ${dateOf(first.exchange)} and ${dateOf(last.exchange)}`,
    exchanges: [first.exchange, last.exchange],
  });
}

/**
 * Finds two creates between which createdAt and Date did not advance by the same amount. Compares the group of early creates with
 * the group of late ones, because servers behind one host name may have slightly different clocks.
 */
function findApart(creates: readonly Timed[]): [Timed, Timed] | undefined {
  // The differences may vary by this much, because Date has no fractions of a second, and creating an invoice takes time.
  const allowed = creates.reduce((most, { exchange }) => Math.max(most, 3000 + exchange.milliseconds), 3000);
  const all = endsOf(creates);
  if (apart(all) > minute + allowed) return all;
  const some = Math.max(10, Math.floor(creates.length / 5));
  if (creates.length < 2 * some) return undefined;
  const [early, late] = [endsOf(creates.slice(0, some)), endsOf(creates.slice(-some))];
  const pairs: [Timed, Timed][] = [
    [late[1], early[0]],
    [early[1], late[0]],
  ];
  return pairs.find((pair) => apart(pair) > allowed);
}

const apart = ([less, more]: [Timed, Timed]): number => more.difference - less.difference;

/** Returns the two creates with the smallest and the largest difference. */
function endsOf(creates: readonly Timed[]): [Timed, Timed] {
  const sorted = creates.toSorted((one, other) => one.difference - other.difference);
  return [sorted[0] as Timed, sorted.at(-1) as Timed];
}

function timed(exchange: Exchange, createdAt: unknown): Timed[] {
  const difference = readTime(createdAt) - (readHttpDate(dateOf(exchange)) ?? Number.NaN);
  return Number.isNaN(difference) ? [] : [{ exchange, createdAt, difference }];
}

const dateOf = ({ answer: response }: Exchange): string => (response && responseHeader(response, 'date')) ?? '';

const isWholeMinute = (time: unknown): boolean => /T\d\d:\d\d(:00([.,]0+)?)?(Z|[+-][\d:]+)?$/i.test(String(time));

/** Returns whether a time contains a zone. If it does not, it may be local time. */
const hasZone = (time: unknown): boolean => /(Z|[+-]\d\d:?(\d\d)?)$/i.test(String(time));

const isZone = (difference: number): boolean => zones.some((zone) => Math.abs(Math.abs(difference) - zone) <= 1500);

/** Two lifetimes may differ by this many milliseconds, because a server may read its clock twice, and round each time. */
const slack = 5000;

/**
 * Checks that all invoices of the run have the same lifetime, which the operator configures. Ignores a create if its request
 * has a field that may set the lifetime: one that no response repeats, or one from which a relation computes expiresAt.
 */
export function checkLifetimes(contract: Contract, shown: readonly Shown[]): Finding[] {
  const { request, response, responsePointer } = creatorOf(contract);
  const setting = relationsOf(response).flatMap(({ property, plus }) =>
    property === 'expiresAt' && plus !== undefined ? [plus] : [],
  );
  const repeated = Object.entries(response.properties ?? {}).flatMap(([name, schema]) =>
    setting.includes(name) ? [] : (echoOf(name, schema)?.sent ?? []),
  );
  const maySetIt = Object.keys(request.properties ?? {}).filter((name) => name !== 'callbackUrl' && !repeated.includes(name));
  const lives = shown
    .filter(({ isNew, exchange }) => isNew && !maySetIt.some((name) => name in (requestObject(exchange) ?? {})))
    .map((one) => ({ ...one, lifetime: readTime(one.invoice.expiresAt) - readTime(one.invoice.createdAt) }))
    .filter(({ lifetime }) => !Number.isNaN(lifetime))
    .toSorted((one, other) => one.lifetime - other.lifetime);
  // Assumes that the median is the lifetime that the operator configured.
  const usual = lives[Math.floor(lives.length / 2)]?.lifetime ?? 0;
  const odd = lives.find(({ lifetime }) => Math.abs(lifetime - usual) > slack);
  if (odd === undefined) return [];
  return broken(contract, 'invoice-lifetime', {
    member: 'expiresAt',
    pointer: `${responsePointer}/properties/expiresAt`,
    expected: `expiresAt: ${usual / 1000} s after createdAt, as for most invoices of the run`,
    received: `expiresAt: ${showValue(odd.invoice.expiresAt)}, ${odd.lifetime / 1000} s after createdAt`,
    exchanges: [odd.exchange],
  });
}
