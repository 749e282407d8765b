import { expect, test } from 'vitest';
import { loadContract } from '../../../payments/load-contract.ts';
import type { Adapter } from '../../adapter/adapter.ts';
import { planCases } from '../../engine/plan-cases.ts';
import { describeHold, describeLatency, describeLimits, describePlan } from './describe-plan.ts';
import { foreseeTraffic } from './foresee-traffic.ts';

test('a run against a slow deployment announces its duration, and how to shorten it', () => {
  const all = { requests: 6000, inTurn: 600 };
  expect(describeLatency(150, all, {})).toBe(
    'The deployment takes 150 ms to respond, and about 600 requests have to wait for the response to the one before, so this run takes about 2 min. Fewer cases take less: --features, --operation or --case chooses them.\n',
  );
  expect(describeLatency(1100, all, { concurrency: 4 })).toContain('about 39 min');
  expect(describeLatency(150, all, { rate: 5 })).toContain('about 20 min');
});

test('a run of less than a minute is not announced', () => {
  expect(describeLatency(150, { requests: 1200, inTurn: 52 }, {})).toBe('');
});

test('cases that run alone or move the clock make requests wait for each other, if the adapter can let them run', () => {
  const planned = planCases(loadContract());
  const features = new Set(loadContract().features.keys());
  const turns = (adapter: Adapter): number =>
    foreseeTraffic({ planned, features, adapter, other: true, listening: true, callbackWait: 1000 }).inTurn;
  expect(turns({})).toBeLessThan(turns({ limitRates: async () => {} }));
  expect(turns({ limitRates: async () => {} })).toBeLessThan(
    turns({ limitRates: async () => {}, advanceTime: async () => {}, restart: async () => {} }),
  );
});

test('a run that the deployment makes wait announces its duration at the first wait', () => {
  expect(describeHold(58_000, 60, 1500)).toBe(
    'The deployment refuses requests with 429 and asks to wait 58 s, so this run takes about 10 min. Turn its limits off for the account of the token, or give an --adapter whose limitRates does. Fewer cases take less: --features, --operation or --case chooses them.\n',
  );
  expect(describeHold(1000, 60, 1500)).toBe('');
});

test('a run against a deployment that states a limit of creates announces its duration at the start', () => {
  expect(describeLimits('"create";q=60;w=60', 3400)).toMatch(
    /^The deployment limits creates to 60 in 60 s, so this run takes about 22 min\. /,
  );
  expect(describeLimits('"create";q=600;w=60', 700)).toBe('');
});

test('cases that wait long for a callback are told with the option that includes them, and with their time where it is given', () => {
  const planned = planCases(loadContract()).filter(({ id }) => id === 'callbacks/given-up/no-response');
  const run = { planned, features: new Set(['callbacks']), adapter: { pay: async () => null }, other: false, listening: true };
  const tell = (callbackWait: number): string => describePlan(planned, foreseeTraffic({ ...run, callbackWait }));
  expect(tell(29_000)).toContain('Skipped: 1 case that may wait 30 s for a callback; --callback-wait 30 includes them.');
  expect(tell(30_000)).toContain('the run takes up to 30 s longer');
  expect(describePlan(planned, foreseeTraffic({ ...run, listening: false, callbackWait: 30_000 }))).not.toContain('callback');
});
