import { loadContract } from '../../payments/load-contract.ts';
import type { Adapter } from '../adapter/adapter.ts';
import { openListener } from '../callbacks/listener.ts';
import type { Contract } from '../contract/contract.ts';
import { factsOf } from '../contract/domain.ts';
import { openConnection } from '../http/connection.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { findBaseline } from '../subject/find-baseline.ts';
import { Subject } from '../subject/subject.ts';
import { Recorder } from '../wire/recorder.ts';
import { openWire } from '../wire/wire.ts';
import { planCases } from './plan-cases.ts';
import { runCases } from './run-cases.ts';
import type { RunningServer } from './running-server.ts';

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
    // In milliseconds. Even the slowest of the suite's correct servers takes less time.
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
