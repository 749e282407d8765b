import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../../payments/load-contract.ts';
import { startCoreServer } from '../../../servers/core/start-core-server.ts';
import { against, expectPlanned, payBase, runConformance, toldIn } from '../../../testing/run-conformance.ts';
import { withSubject } from '../../../testing/with-subject.ts';
import { planCases } from '../../engine/plan-cases.ts';
import { groupBy } from '../../group-by.ts';
import { foreseeTraffic, kindOf, type MeasuredTraffic, readTraffic } from './foresee-traffic.ts';

const start = `cd '${join(import.meta.dirname, '../../../..')}' && sh scripts/start-throwaway.sh`;

test('the plan of core with everything the sandbox offers is right within ten percent', async () => {
  expectPlanned(await runConformance('--start', start));
});

test.each([
  ['a way to pay', ['--pay', payBase]],
  ['nothing', []],
])('the plan of a deployment that is no sandbox is right with %s, and --dry-run tells the same', (_what, given) =>
  withSubject(startCoreServer, async (running) => {
    const how = [...against(running), ...given];
    const run = await runConformance(...how);
    expectPlanned(run);
    expect(toldIn((await runConformance(...how, '--dry-run')).output)).toEqual(toldIn(run.output));
  }),
);

const planned = planCases(loadContract()).filter(({ id }) => id.startsWith('unknown-path') || id.startsWith('lifecycle/sums/'));
const some = { planned, features: new Set(['lifecycle']), adapter: {}, other: false, listening: false, callbackWait: 10_000 };

test('nine cases of ten of each kind were measured', () => {
  const measured = groupBy(readTraffic(), ({ of }) => of);
  const kinds = [...groupBy(planCases(loadContract()), kindOf)].map(([kind, cases]) => {
    const counted = measured.get(kind)?.reduce((sum, one) => sum + one.cases, 0) ?? 0;
    return { kind, cases: cases.length, counted };
  });
  const all = kinds.reduce((sum, { cases }) => sum + cases, 0);
  const differ = kinds.filter(({ cases, counted }) => cases !== counted);
  const unknown = differ.reduce((sum, { cases, counted }) => sum + Math.abs(cases - counted), 0);
  // If the numbers are out of date, this command writes new ones: node conformance/testing/bin/count-traffic.ts 'sh
  // scripts/start-throwaway.sh'
  expect({ differ, enough: unknown < all / 10 }).toEqual({ differ, enough: true });
});

const sums = { ...some, planned: planned.filter((one) => kindOf(one) === 'lifecycle lifecycle') };

test('a part of a kind of cases has its part of the traffic', () => {
  const cases = sums.planned.length;
  expect(cases).toBeGreaterThan(10);
  const measured: MeasuredTraffic[] = [
    { of: 'lifecycle lifecycle', cases, full: [3 * cases, 2 * cases, cases] },
    { of: 'lifecycle lifecycle', cases: 3 * cases, needs: ['pay'], full: [8 * cases, 0, 0], bare: [0, 0, 0], skips: true },
  ];
  expect(foreseeTraffic(sums, measured)).toMatchObject({
    ...{ requests: Math.round(1 + 0.75 * cases), writes: Math.round(1 + 0.5 * cases) },
    skipped: [{ lacks: 'pay', cases: Math.round(0.75 * cases) }],
  });
  const paying = { ...sums, adapter: { pay: async () => null } };
  expect(foreseeTraffic(paying, measured)).toMatchObject({ requests: Math.round(1 + 2.75 * cases), skipped: [] });
});

test('a kind that was never measured counts as its folder does, or as all', () => {
  const cases = sums.planned.length;
  const ofFolder: MeasuredTraffic = { of: 'lifecycle callbacks', cases: 2, full: [6, 4, 2] };
  const ofOthers: MeasuredTraffic = { of: 'answers core', cases: 1, full: [100, 0, 0] };
  expect(foreseeTraffic(sums, [ofFolder, ofOthers])).toMatchObject({ requests: 1 + 3 * cases, writes: 1 + 2 * cases });
  expect(foreseeTraffic(sums, [ofOthers])).toMatchObject({ requests: 1 + 100 * cases, writes: 1 });
});
