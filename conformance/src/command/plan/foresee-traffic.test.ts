import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCoreServer } from '../../../servers/core/start-core-server.ts';
import { expectPlanned, toldIn } from '../../../testing/expect-planned.ts';
import { against, payBase, runConformance } from '../../../testing/run-conformance.ts';
import { withSubject } from '../../../testing/with-subject.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { planCases } from '../../engine/plan-cases.ts';
import { foreseeTraffic, readTraffic, type TrafficFile } from './foresee-traffic.ts';

const start = `cd '${join(import.meta.dirname, '../../../..')}' && sh scripts/start-throwaway.sh`;

test('the plan of core with everything the sandbox offers is right within ten percent', async () => {
  expectPlanned(await runConformance('--start', start));
});

test.each([
  ['a way to pay', ['--pay', payBase]],
  ['nothing', []],
])('the plan of a deployment that is no sandbox is right with %s, and --dry-run tells the same', (_what, given) =>
  withSubject(
    () => startCoreServer({}),
    async (running) => {
      const how = [...against(running), ...given];
      const run = await runConformance(...how);
      expectPlanned(run);
      expect(toldIn((await runConformance(...how, '--dry-run')).output)).toEqual(toldIn(run.output));
    },
  ),
);

const planned = planCases(loadContract()).filter(({ id }) => id.startsWith('unknown-path') || id.startsWith('lifecycle/sums/'));
const some = { planned, features: new Set(['lifecycle']), adapter: {}, other: false, listening: false, callbackWait: 10_000 };

test('nine cases of ten were measured', () => {
  const measured = readTraffic();
  const all = planCases(loadContract());
  const unknown = all.filter(({ id }) => measured[id] === undefined).map(({ id }) => id);
  // Else: node conformance/bin/count-traffic.ts 'sh scripts/start-throwaway.sh'
  expect({ unknown, enough: unknown.length < all.length / 10 }).toEqual({ unknown, enough: true });
});

test('a case that was never measured counts as its relatives do', () => {
  const measured: TrafficFile = { 'lifecycle/sums/exact': { full: [3, 2, 1] }, 'answers/version': { full: [100, 0, 0] } };
  const sums = { ...some, planned: planned.filter(({ id }) => id.startsWith('lifecycle/sums/')) };
  const { requests, writes, claimed } = foreseeTraffic(sums, measured);
  const cases = claimed.length;
  expect(cases).toBeGreaterThan(10);
  expect({ requests, writes }).toEqual({ requests: 1 + 3 * cases, writes: 1 + 2 * cases });
});

test('an exchange that cases share counts once, and what the adapter cannot do is left out', () => {
  const [one, other] = planned.filter(({ id }) => id.startsWith('lifecycle/sums/'));
  if (!one || !other) throw new Error('Two cases are needed.');
  const measured: TrafficFile = {
    [one.id]: { full: [2, 1, 0], bare: [1, 0, 0], skips: true, needs: ['pay'], shares: ['shared/two'] },
    [other.id]: { full: [2, 0, 0], shares: ['shared/two'] },
    'shared/two': { full: [10, 5, 5] },
  };
  const both = { ...some, planned: [one, other] };
  expect(foreseeTraffic(both, measured)).toMatchObject({ requests: 1 + 1 + 2 + 10, skipped: [{ id: one.id, lacks: 'pay' }] });
  const paying = { ...both, adapter: { pay: async () => null } };
  expect(foreseeTraffic(paying, measured)).toMatchObject({ requests: 1 + 2 + 2 + 10, skipped: [] });
});
