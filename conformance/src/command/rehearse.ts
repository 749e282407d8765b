import type { Adapter } from '../adapter/adapter.ts';
import { openListener } from '../callbacks/listener.ts';
import type { PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { runCases } from '../engine/run-cases.ts';
import type { RunningServer } from '../engine/running-server.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { countTraffic } from '../report/count-traffic.ts';
import type { Traffic } from '../report/report.ts';
import { findBaseline } from '../subject/find-baseline.ts';
import { Subject } from '../subject/subject.ts';
import { Recorder } from '../wire/recorder.ts';
import { openWire } from '../wire/wire.ts';

/** Everything about the deployment that decides which requests are sent. */
export interface RehearsalInput {
  contract: Contract;
  planned: PlannedCase[];
  features: ReadonlySet<string>;
  /** Only its abilities matter; nothing is paid. */
  adapter: Adapter;
  /** True if a token of another account is known. */
  other: boolean;
  seed: number;
  /** True if the suite listens for callbacks. */
  listening: boolean;
  /** Starts the server that the plan is played against. */
  startModel(): Promise<RunningServer>;
}

/** The traffic and the results of a rehearsal. */
export interface Rehearsal {
  traffic: Traffic;
  results: CaseResult[];
}

/**
 * Plays the plan against a small server in this process, to count its requests. A real deployment may get a few more or
 * fewer: a refusal or a 429 changes what follows.
 */
export async function rehearse({
  contract,
  planned,
  features,
  adapter,
  other,
  seed,
  listening,
  startModel,
}: RehearsalInput): Promise<Rehearsal> {
  const running = await startModel();
  const recorder = new Recorder();
  const heard = { host: '127.0.0.1', port: 0, vouched: true, wait: 1000 };
  const listener = listening ? await openListener(heard) : undefined;
  try {
    const { baseUrl, token, otherToken } = running;
    const asked = { baseUrl, token, timeout: 10_000, maxWait: 0, amount: 12.34, cashTag: '', seed };
    const { settings, baseline } = await findBaseline(contract, { ...asked, ...(other && { otherToken }) }, ['$coffeeshop']);
    const rehearsed: Adapter = {
      ...(adapter.pay && { pay: ({ invoice, ...rest }) => running.pay({ invoice, ...rest }) }),
      ...(adapter.advanceTime && { advanceTime: async () => {} }),
    };
    const subject = new Subject(contract, settings, openWire(rehearsed, undefined, recorder), baseline);
    const context = { contract, subject, features, ...(listener && { listener }) };
    const results = await runCases(planned, context, { concurrency: 4 });
    const exchanges = recorder.drain().flatMap(({ exchange }) => exchange ?? []);
    return { traffic: countTraffic(contract, [baseline, ...exchanges]), results };
  } finally {
    await listener?.close();
    await running.close();
  }
}
