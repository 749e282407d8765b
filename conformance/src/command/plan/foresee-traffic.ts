import type { Adapter } from '../../adapter/adapter.ts';
import type { PlannedCase } from '../../case/case.ts';
import { readBeside } from '../../report/find-package.ts';

/** Numbers of requests, of writes among them, and of invoices that are created. */
export type Count = [requests: number, writes: number, invoices: number];

/** The traffic of a case, or of an exchange that cases share, as a run against the reference server had it. */
export interface MeasuredTraffic {
  /** With an adapter that can do everything, a second account and a listener. */
  full: Count;
  /** With none of these; absent where it is the same. */
  bare?: Count;
  /** True if the case was skipped then. */
  skips?: true;
  /** Everything of that which it asked for: functions of the adapter, `other`, `listener`. */
  needs?: string[];
  /** Exchanges that it shares with others, sent once in a run. */
  shares?: string[];
}

/** The file that `count-traffic.ts` writes: traffic by the id of the case, or `shared/` and a name. */
export type TrafficFile = Record<string, MeasuredTraffic>;

/** Everything about a run that decides which requests are sent. */
export interface Foreseen {
  planned: PlannedCase[];
  features: ReadonlySet<string>;
  adapter: Adapter;
  /** True if a token of another account is known. */
  other: boolean;
  /** True if the suite listens for callbacks. */
  listening: boolean;
  /** Milliseconds to wait for a callback. */
  callbackWait: number;
}

/** The traffic to expect. */
export interface Foresight {
  requests: number;
  writes: number;
  invoices: number;
  /** Cases of core and of claimed features. */
  claimed: PlannedCase[];
  /** Cases that would be skipped, with the first thing that each lacks. */
  skipped: { id: string; lacks: string }[];
  /** Cases that would not be skipped, and may wait so long for a callback. */
  waiting: { id: string; seconds: number }[];
}

/** The create that is accepted before the run. */
const baseline: Count = [1, 1, 1];

/** Reads the traffic that was measured. */
export function readTraffic(): TrafficFile {
  return JSON.parse(readBeside('traffic.json')) as TrafficFile;
}

/** Foresees the traffic of a run. A real deployment may get a few more or fewer: a refusal or a 429 changes what follows. */
export function foreseeTraffic(
  { planned, features, adapter, other, listening, callbackWait }: Foreseen,
  measured = readTraffic(),
): Foresight {
  const given = (need: string): boolean =>
    need === 'other' ? other : need === 'listener' ? listening : adapter[need as keyof Adapter] !== undefined;
  const claimed = onlyClaimed(planned, features);
  const total: Count = [...baseline];
  const skipped: Foresight['skipped'] = [];
  const waiting: Foresight['waiting'] = [];
  const seen = new Set<string>();
  const add = (id: string, seconds = 0): void => {
    if (seen.has(id)) return;
    seen.add(id);
    // Sent before the run, as the baseline.
    if (id === 'shared/created') return;
    const traffic = measured[id] ?? usualTraffic(id, measured);
    const lacks = traffic.needs?.find((need) => !given(need));
    if (lacks === undefined && seconds * 1000 > callbackWait) return void skipped.push({ id, lacks: tooLong(seconds) });
    const count = lacks === undefined ? traffic.full : (traffic.bare ?? traffic.full);
    for (const at of [0, 1, 2] as const) total[at] += count[at];
    if (lacks !== undefined && traffic.skips) skipped.push({ id, lacks });
    else if (seconds > 0) waiting.push({ id, seconds });
    for (const shared of traffic.shares ?? []) add(shared);
  };
  for (const { id, callbackWait: seconds } of claimed) add(id, seconds);
  const [requests, writes, invoices] = total;
  return { requests, writes, invoices, claimed, skipped, waiting };
}

const tooLong = (seconds: number): string => `--callback-wait ${seconds}`;

/** Keeps the cases that a deployment with these features is held to. */
export function onlyClaimed(planned: PlannedCase[], features: ReadonlySet<string>): PlannedCase[] {
  return planned.filter(({ feature, features: also = [] }) => [feature ?? [], also].flat().every((name) => features.has(name)));
}

/** Returns the traffic that a case which was never measured will have: the mean of its nearest relatives. */
function usualTraffic(id: string, measured: TrafficFile): MeasuredTraffic {
  const ids = Object.keys(measured).filter((one) => !one.startsWith('shared/'));
  const parts = id.split('/');
  let family = ids;
  for (let depth = parts.length - 1; depth > 0; depth--) {
    const near = ids.filter((one) => one.startsWith(`${parts.slice(0, depth).join('/')}/`));
    if (near.length === 0) continue;
    family = near;
    break;
  }
  const mean = (pick: (traffic: MeasuredTraffic) => Count): Count =>
    [0, 1, 2].map((at) => {
      const sum = family.reduce((all, one) => all + (pick(measured[one] as MeasuredTraffic)[at] ?? 0), 0);
      return Math.round(sum / Math.max(1, family.length));
    }) as Count;
  const needs = [...new Set(family.flatMap((one) => measured[one]?.needs ?? []))];
  return { full: mean(({ full }) => full), bare: mean(({ full, bare = full }) => bare), needs };
}
