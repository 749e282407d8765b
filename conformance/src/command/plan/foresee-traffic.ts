import type { Adapter } from '../../adapter/adapter.ts';
import type { PlannedCase } from '../../case/case.ts';
import { groupBy } from '../../group-by.ts';
import { readBeside } from '../../text/find-package.ts';

/** Numbers of requests, of those that write, and of the invoices that they create. */
export type Count = [requests: number, writes: number, invoices: number];

/** The total traffic of similar cases in a run against the reference server. A shared exchange counts for its first case. */
export interface MeasuredTraffic {
  /** Folder and feature of the cases. */
  of: string;
  /** Abilities that each of the cases needs: functions of the adapter, `other`, `listener`. */
  needs?: string[];
  cases: number;
  /** Traffic with a complete adapter, a second account and a listener. */
  full: Count;
  /** Traffic without these, if it differs. */
  bare?: Count;
  /** True if the cases are skipped unless everything in `needs` is present. */
  skips?: true;
}

/** Returns the kind by which similar cases are counted: their folder, and their feature or core. */
export function kindOf({ id, feature = 'core' }: Pick<PlannedCase, 'id' | 'feature'>): string {
  return `${folderOf(id)} ${feature}`;
}

/** Facts on which the traffic of a run depends. */
export interface Foreseen {
  planned: PlannedCase[];
  features: ReadonlySet<string>;
  adapter: Adapter;
  /** True if a token of another account is known. */
  other: boolean;
  /** True if the suite listens for callbacks. */
  listening: boolean;
  callbackWait: number;
}

/** The predicted traffic of a run. */
export interface Foresight {
  requests: number;
  writes: number;
  invoices: number;
  /** Cases of core and of the claimed features. */
  claimed: PlannedCase[];
  /** Number of cases that would be skipped, by the first thing that they lack. */
  skipped: { lacks: string; cases: number }[];
  /** Cases that would run and may wait this many seconds for a callback. */
  waiting: { id: string; seconds: number }[];
}

/** The create that is accepted before the run. */
const baseline: Count = [1, 1, 1];

export function readTraffic(): MeasuredTraffic[] {
  return JSON.parse(readBeside('traffic.json')) as MeasuredTraffic[];
}

/**
 * Predicts the traffic of a run: part of a kind's cases causes the same part of its traffic. A real deployment may get slightly
 * more or less, because refusals and 429s change what follows.
 */
export function foreseeTraffic(
  { planned, features, adapter, other, listening, callbackWait }: Foreseen,
  measured = readTraffic(),
): Foresight {
  if (planned.some(({ file }) => file.startsWith('cases/plain/'))) return foreseePlain(onlyClaimed(planned, features));
  const given = (need: string): boolean =>
    need === 'other' ? other : need === 'listener' ? listening : adapter[need as keyof Adapter] !== undefined;
  const claimed = onlyClaimed(planned, features);
  const long = claimed.filter(({ callbackWait: seconds = 0 }) => listening && seconds * 1000 > callbackWait);
  const total: Count = [...baseline];
  const skipped = new Map<string, number>();
  const skip = (lacks: string, cases: number) => skipped.set(lacks, (skipped.get(lacks) ?? 0) + cases);
  for (const { callbackWait: seconds } of long) skip(`--callback-wait ${seconds}`, 1);
  for (const [kind, cases] of groupBy(
    claimed.filter((one) => !long.includes(one)),
    kindOf,
  )) {
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
  return { requests, writes, invoices, claimed, skipped: counts, waiting };
}

/** Predicts the traffic for a plain document: one request for each case that sends any, and some for what cases share. */
function foreseePlain(claimed: PlannedCase[]): Foresight {
  const sending = claimed.filter(({ judgesRecord }) => !judgesRecord).length;
  return {
    requests: Math.round(sending * 1.3),
    writes: Math.round(sending * 0.4),
    invoices: 0,
    claimed,
    skipped: [],
    waiting: [],
  };
}

/** Finds the measured traffic of a kind, or of its folder, or all of it. */
function nearest(kind: string, measured: MeasuredTraffic[]): MeasuredTraffic[] {
  const same = measured.filter(({ of }) => of === kind);
  const near = same.length > 0 ? same : measured.filter(({ of }) => folderOf(of) === folderOf(kind));
  return near.length > 0 ? near : measured;
}

/** Returns the first folder of an id or a kind. */
function folderOf(id: string): string {
  return id.split(/[/ ]/, 1)[0] ?? '';
}

/** Returns the cases that a deployment with these features is held to. */
export function onlyClaimed(planned: PlannedCase[], features: ReadonlySet<string>): PlannedCase[] {
  return planned.filter(({ feature, features: also = [] }) => [feature ?? [], also].flat().every((name) => features.has(name)));
}
