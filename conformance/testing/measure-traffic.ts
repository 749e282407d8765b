import { facts } from '../payments/facts.ts';
import { loadContract } from '../payments/load-contract.ts';
import type { Adapter } from '../src/adapter/adapter.ts';
import { openListener } from '../src/callbacks/listener.ts';
import { type Count, kindOf, type MeasuredTraffic } from '../src/command/plan/foresee-traffic.ts';
import { planCases } from '../src/engine/plan-cases.ts';
import { runCases } from '../src/engine/run-cases.ts';
import type { CaseResult } from '../src/outcome/verdict.ts';
import { countTraffic } from '../src/report/build-report.ts';
import { findBaseline } from '../src/subject/find-baseline.ts';
import { Subject } from '../src/subject/subject.ts';
import { Recorder } from '../src/wire/recorder.ts';
import { openWire } from '../src/wire/wire.ts';

/** The deployment to measure. It must have every feature, and its adapter must be able to do everything. */
export interface Measured {
  baseUrl: string;
  token: string;
  otherToken?: string;
  callbackSecret?: string;
  adapter: Adapter;
}

interface Run {
  counts: Map<string, Count>;
  recorder: Recorder;
  results: CaseResult[];
}

/** Counts the requests of each kind of case in two runs: with only a URL and a token, and with all that the deployment offers. */
export async function measureTraffic(deployment: Measured): Promise<MeasuredTraffic[]> {
  const bare = await run({ baseUrl: deployment.baseUrl, token: deployment.token, adapter: {} }, false);
  // The run with the adapter comes second, because it moves the deployment's clock.
  const full = await run(deployment, true);
  const skipped = new Set(bare.results.filter(({ verdict }) => verdict === 'skipped').map(({ id }) => id));
  // Does not count the shared create: it is the baseline, which the suite sends before the run.
  const seen = new Set(['shared/created']);
  const kinds = new Map<string, MeasuredTraffic & { bare: Count }>();
  // Counts core first, because every run includes it. So a request that a core case shares with a feature's case counts as core.
  for (const one of planCases(loadContract()).toSorted((a, b) => a.support.localeCompare(b.support))) {
    const needs = full.recorder.needsOf(one.id);
    const skips = skipped.has(one.id);
    const key = JSON.stringify([kindOf(one), needs, skips]);
    const kind = kinds.get(key) ?? {
      of: kindOf(one),
      ...(needs.length > 0 && { needs }),
      cases: 0,
      full: [0, 0, 0],
      bare: [0, 0, 0],
      ...(skips && { skips }),
    };
    kinds.set(key, kind);
    kind.cases += 1;
    for (const scope of full.recorder.scopesOf(one.id).filter((name) => !seen.has(name))) {
      seen.add(scope);
      for (const at of [0, 1, 2] as const) {
        kind.full[at] += full.counts.get(scope)?.[at] ?? 0;
        kind.bare[at] += bare.counts.get(scope)?.[at] ?? 0;
      }
    }
  }
  return [...kinds.values()]
    .toSorted((a, b) => a.of.localeCompare(b.of))
    .map(({ bare: less, ...kind }) => (kind.needs && String(less) !== String(kind.full) ? { ...kind, bare: less } : kind));
}

/** Long enough, in milliseconds, for every case that waits for a callback. */
const patience = 60_000;

async function run({ baseUrl, token, otherToken, callbackSecret, adapter }: Measured, listens: boolean): Promise<Run> {
  const contract = loadContract();
  const asked = { baseUrl, token, timeout: 30_000, maxWait: 60_000, given: {}, seed: 1 };
  const other = otherToken === undefined ? {} : { otherToken };
  const { settings, baseline } = await findBaseline(
    contract,
    { ...asked, ...other },
    facts.choices({ cashTag: '$coffeeshop', amount: 12.34 }),
  );
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
    return { counts, recorder, results };
  } finally {
    await listener?.close();
  }
}
