import type { RunningSubject } from '../../faults/fault.ts';
import { loadContract } from '../contract/load-contract.ts';
import { findBaseline } from '../subject/find-baseline.ts';
import { Subject } from '../subject/subject.ts';
import { openWire } from '../subject/wire.ts';
import { planCases } from './plan-cases.ts';
import { runCase } from './run-case.ts';
import type { CaseResult } from './verdict.ts';

/**
 * Runs every case against a server of ours without vitest between, a few at a time: for the tests of the suite.
 * @param pay whether the suite is told how to pay
 */
export async function checkSubject(running: RunningSubject, pay: boolean, features: string[] = []): Promise<CaseResult[]> {
  const contract = loadContract();
  const asked = {
    baseUrl: running.baseUrl,
    token: running.token,
    timeout: 10_000,
    maxWait: 30_000,
    amount: 12.34,
    cashTag: '',
    seed: 1,
  };
  const { settings, baseline } = await findBaseline(contract, asked, ['$coffeeshop', 'coffeeshop']);
  const adapter = pay ? { pay: running.pay } : {};
  const context = {
    contract,
    subject: new Subject(contract, settings, openWire(adapter), baseline),
    features: new Set(features),
  };

  const planned = planCases(contract);
  const results: CaseResult[] = [];
  const waiting = planned.filter(({ alone }) => !alone);
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCase(next, context, false));
  };
  await Promise.all([work(), work(), work(), work()]);
  for (const next of planned.filter(({ alone }) => alone)) results.push(await runCase(next, context, false));
  return results;
}
