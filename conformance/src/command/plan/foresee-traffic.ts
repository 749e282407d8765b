import type { Adapter } from '../../adapter/adapter.ts';
import type { PlannedCase } from '../../case/case.ts';
import { groupBy } from '../../group-by.ts';
import { readBeside } from '../../text/find-package.ts';

/** Three numbers: all requests, the accepted requests that are not reads, and the created invoices. */
export type Count = [requests: number, writes: number, invoices: number];

/** The traffic of a group, measured against the reference server. A shared exchange counts for the first of its cases. */
export interface MeasuredTraffic {
  /** The group: the folder and the feature of its cases. */
  of: string;
  /** Required by every case of the group: functions of the adapter, `other` for a second account, `listener` for callbacks. */
  needs?: string[];
  cases: number;
  /** Traffic of a run with a complete adapter, a second account and a listener. */
  full: Count;
  /** Traffic of a run without an adapter, a second account or a listener. Absent if it equals `full`. */
  bare?: Count;
  /** True if the cases are skipped when anything in `needs` is missing. */
  skips?: true;
}

/** Returns the group in which a case is counted: its folder, and its feature or `core`. */
export const kindOf = ({ id, feature = 'core' }: Pick<PlannedCase, 'id' | 'feature'>): string => `${folderOf(id)} ${feature}`;

/** Everything on which the traffic of a run depends. */
export interface Foreseen {
  planned: PlannedCase[];
  features: ReadonlySet<string>;
  adapter: Adapter;
  /** True if a token of another account is known. */
  other: boolean;
  listening: boolean;
  callbackWait: number;
}

export interface Foresight {
  requests: number;
  writes: number;
  invoices: number;
  /** Length of a run's critical path: the number of requests that have to be sent one after another. */
  inTurn: number;
  /** Cases of core and of the claimed features. */
  claimed: PlannedCase[];
  /** Number of cases that would be skipped, grouped by the first thing that they lack. */
  skipped: { lacks: string; cases: number }[];
  /** Ids of the cases that would run and may wait for a callback, and the number of seconds that each may wait. */
  waiting: { id: string; seconds: number }[];
}

/** The accepted create that every run sends first. */
const baseline: Count = [1, 1, 1];

export function readTraffic(): MeasuredTraffic[] {
  return JSON.parse(readBeside('traffic.json')) as MeasuredTraffic[];
}

/** Predicts the traffic of a run. If only some of a group's cases run, assumes the same share of the group's measured traffic. */
export function foreseeTraffic(
  { planned, features, adapter, other, listening, callbackWait }: Foreseen,
  measured = readTraffic(),
): Foresight {
  const claimed = onlyClaimed(planned, features);
  if (planned.some(({ file }) => file.startsWith('cases/plain/'))) return foreseePlain(claimed);
  const given = (need: string): boolean =>
    need === 'other' ? other : need === 'listener' ? listening : adapter[need as keyof Adapter] !== undefined;
  const long = claimed.filter(({ callbackWait: seconds = 0 }) => listening && seconds * 1000 > callbackWait);
  const total: Count = [...baseline];
  const skipped = new Map<string, number>();
  const skip = (lacks: string, cases: number) => skipped.set(lacks, (skipped.get(lacks) ?? 0) + cases);
  for (const { callbackWait: seconds } of long) skip(`--callback-wait ${seconds}`, 1);
  const running = claimed.filter((one) => !long.includes(one));
  for (const [kind, cases] of groupBy(running, kindOf)) {
    const alike = nearest(kind, measured);
    const share = cases.length / alike.reduce((sum, one) => sum + one.cases, 0);
    for (const { needs, full, bare = full, skips, cases: counted } of alike) {
      const lacks = needs?.find((need) => !given(need));
      const count = lacks === undefined ? full : bare;
      for (const at of [0, 1, 2] as const) total[at] += count[at] * share;
      if (lacks !== undefined && skips) skip(lacks, counted * share);
    }
  }
  const [requests, writes, invoices] = total.map(Math.round) as Count;
  const waiting = claimed.flatMap(({ id, callbackWait: seconds = 0 }) =>
    listening && seconds > 0 && seconds * 1000 <= callbackWait ? { id, seconds } : [],
  );
  const counts = [...skipped].map(([lacks, cases]) => ({ lacks, cases: Math.round(cases) })).filter(({ cases }) => cases > 0);
  return { requests, writes, invoices, inTurn: countTurns(running, given), claimed, skipped: counts, waiting };
}

/** Measured numbers of sequential requests: every run needs `least`, and each case that `countTurns` counts needs `each` more. */
const turns = { least: 40, each: 3 };

function countTurns(cases: readonly PlannedCase[], given: (need: keyof Adapter) => boolean): number {
  const [clock, limits, restart] = [given('advanceTime'), given('limitRates'), given('restart')];
  const late = cases.filter(
    ({ movesClock, alone, restarts, judgesRecord }) =>
      (movesClock && clock) || (alone && !judgesRecord && limits) || (restarts && restart),
  );
  return turns.least + turns.each * late.length;
}

/** Predicts the traffic for a plain document: about one request for each case that sends any, and some more for shared setups. */
function foreseePlain(claimed: PlannedCase[]): Foresight {
  const sending = claimed.filter(({ judgesRecord }) => !judgesRecord).length;
  const [requests, writes] = [1.3, 0.4].map((share) => Math.round(sending * share)) as [number, number];
  return { requests, writes, invoices: 0, inTurn: turns.least, claimed, skipped: [], waiting: [] };
}

/** Returns the measured traffic of a group or, if there is none, of all groups with the same folder, or else of all groups. */
function nearest(kind: string, measured: MeasuredTraffic[]): MeasuredTraffic[] {
  const same = measured.filter(({ of }) => of === kind);
  const near = same.length > 0 ? same : measured.filter(({ of }) => folderOf(of) === folderOf(kind));
  return near.length > 0 ? near : measured;
}

/** Returns the first segment of a case's id or of a group's name. */
const folderOf = (id: string): string => id.split(/[/ ]/, 1)[0] ?? '';

/** Returns the cases that a deployment with these features has to pass. */
export function onlyClaimed(planned: PlannedCase[], features: ReadonlySet<string>): PlannedCase[] {
  return planned.filter(({ feature, features: also = [] }) => [feature ?? [], also].flat().every((name) => features.has(name)));
}
