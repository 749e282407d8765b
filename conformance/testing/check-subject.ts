import { loadContract } from '../payments/load-contract.ts';
import type { Adapter } from '../src/adapter/adapter.ts';
import { openListener } from '../src/callbacks/listener.ts';
import type { Contract } from '../src/contract/contract.ts';
import { factsOf } from '../src/contract/domain.ts';
import { planCases } from '../src/engine/plan-cases.ts';
import { runCases } from '../src/engine/run-cases.ts';
import type { RunningServer } from '../src/engine/running-server.ts';
import { openConnection } from '../src/http/connection.ts';
import type { CaseResult } from '../src/outcome/verdict.ts';
import { findBaseline } from '../src/subject/find-baseline.ts';
import { Subject } from '../src/subject/subject.ts';
import { Recorder } from '../src/wire/recorder.ts';
import { openWire } from '../src/wire/wire.ts';

const shipped = loadContract();

/**
 * Runs cases against one of the suite's own servers, for tests and for the matrix.
 * @param pay true if the suite may make payments
 * @param cases ids of the cases; default: all
 * @param contract default: the suite's own
 * @param recorder records the exchanges; default: a new one
 */
export async function checkSubject(
  running: RunningServer,
  pay: boolean,
  features: string[] = [],
  cases?: string[],
  contract: Contract = shipped,
  recorder = new Recorder(),
): Promise<CaseResult[]> {
  const asked = {
    baseUrl: running.baseUrl,
    token: running.token,
    // In milliseconds. The value is high, because many servers share two cores with the suite.
    timeout: 30_000,
    maxWait: 30_000,
    given: {},
    seed: 1,
    // In milliseconds. Even the slowest of the suite's correct servers shows a change sooner.
    settle: 600,
    otherToken: running.otherToken,
    noSandbox: running.noSandbox !== undefined,
    ...(running.headers && { connection: openConnection({ headers: running.headers }) }),
  };
  const { settings, baseline } = await findBaseline(contract, asked, factsOf(contract).choices({ amount: 12.34 }));
  const adapter = pay ? (running.adapter ?? { pay: running.pay }) : {};
  // A case waits this long only if the server does not send a callback.
  const wait = running.callbackWait ?? 3000;
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    vouched: true,
    wait,
    ...(running.noSandbox && { publicUrl: running.noSandbox.callbackUrl }),
    ...(running.callbackSecret !== undefined && { secret: running.callbackSecret, secretIsSure: true }),
  });
  running.noSandbox?.leadTo(listener.port);
  const context = {
    contract,
    listener,
    subject: new Subject(contract, settings, openWire(adapter as Adapter, undefined, recorder), baseline),
    features: new Set(features),
  };

  try {
    const planned = planCases(contract).filter(({ callbackWait = 0 }) => callbackWait * 1000 <= wait);
    return await runCases(cases ? planned.filter(({ id }) => cases.includes(id)) : planned, context, { concurrency: 4 });
  } finally {
    await listener.close();
  }
}
