import type { Adapter } from '../../adapter/adapter.ts';
import { openListener } from '../../callbacks/listener.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { planCases } from '../../engine/plan-cases.ts';
import { runCases } from '../../engine/run-cases.ts';
import type { CaseResult } from '../../outcome/verdict.ts';
import { countTraffic } from '../../report/count-traffic.ts';
import { findBaseline } from '../../subject/find-baseline.ts';
import { Subject } from '../../subject/subject.ts';
import { Recorder } from '../../wire/recorder.ts';
import { openWire } from '../../wire/wire.ts';
import type { Count, MeasuredTraffic, TrafficFile } from './foresee-traffic.ts';

/** A deployment that has every feature and whose adapter can do everything. */
export interface Measured {
  baseUrl: string;
  token: string;
  otherToken?: string;
  callbackSecret?: string;
  adapter: Adapter;
}

interface Run {
  counts: Map<string, Count>;
  used: Map<string, Set<string>>;
  results: CaseResult[];
}

/** Runs every case with everything that the deployment offers and with nothing of it; counts what each case sends. */
export async function measureTraffic(deployment: Measured): Promise<TrafficFile> {
  const bare = await run({ baseUrl: deployment.baseUrl, token: deployment.token, adapter: {} }, false);
  // Second, as it moves the clock.
  const full = await run(deployment, true);
  const skipped = new Set(bare.results.filter(({ verdict }) => verdict === 'skipped').map(({ id }) => id));
  const none: Count = [0, 0, 0];
  const ids = [
    ...full.results.map(({ id }) => id),
    ...[...full.used.keys(), ...full.counts.keys()].filter((id) => id.startsWith('shared/')),
  ];
  return Object.fromEntries(
    [...new Set(ids)].sort().map((id): [string, MeasuredTraffic] => {
      const used = [...(full.used.get(id) ?? [])].sort();
      const shares = used.filter((one) => one.startsWith('shared/'));
      const needs = needsOf(id, full.used);
      const [all, less] = [full.counts.get(id) ?? none, bare.counts.get(id) ?? none];
      return [
        id,
        {
          full: all,
          ...(needs.length > 0 && String(all) !== String(less) && { bare: less }),
          ...(skipped.has(id) && { skips: true }),
          ...(needs.length > 0 && { needs }),
          ...(shares.length > 0 && { shares }),
        },
      ];
    }),
  );
}

/** Returns the needs of a case and of everything that it shares. */
function needsOf(id: string, used: Run['used']): string[] {
  const all = [...(used.get(id) ?? [])];
  const needs = all.flatMap((one) => (one.startsWith('shared/') ? needsOf(one, used) : one));
  return [...new Set(needs)].sort();
}

/** Milliseconds: enough for every case that waits for a callback. */
const patience = 60_000;

async function run({ baseUrl, token, otherToken, callbackSecret, adapter }: Measured, listens: boolean): Promise<Run> {
  const contract = loadContract();
  const asked = { baseUrl, token, timeout: 30_000, maxWait: 60_000, amount: 12.34, cashTag: '', seed: 1 };
  const other = otherToken === undefined ? {} : { otherToken };
  const { settings, baseline } = await findBaseline(contract, { ...asked, ...other }, ['$coffeeshop']);
  const recorder = new Recorder();
  const subject = new Subject(contract, settings, openWire(adapter, undefined, recorder), baseline);
  const secret = callbackSecret === undefined ? {} : { secret: callbackSecret };
  const listener = listens
    ? await openListener({ host: '127.0.0.1', port: 0, vouched: true, wait: patience, ...secret })
    : undefined;
  const context = { contract, subject, features: new Set(contract.features.keys()), ...(listener && { listener }) };
  try {
    const results = await runCases(planCases(contract), context, { concurrency: 4 });
    const counts = new Map<string, Count>();
    for (const { scope, exchange } of recorder.drain()) {
      if (!exchange) continue;
      const { requests, writes, created } = countTraffic(contract, [exchange]);
      const [one, two, three] = counts.get(scope) ?? [0, 0, 0];
      counts.set(scope, [one + requests, two + writes, three + created.length]);
    }
    return { counts, used: recorder.used, results };
  } finally {
    await listener?.close();
  }
}
