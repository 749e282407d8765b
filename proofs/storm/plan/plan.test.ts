import { expect, test } from 'vitest';
import { needProcess, planFaults } from './plan-faults.ts';
import { planWork } from './plan-work.ts';

test('a seed always plans the same faults and work, and another seed plans others', () => {
  expect(planFaults(7, 3, 20, true)).toEqual(planFaults(7, 3, 20, true));
  expect(planFaults(7, 3, 20, true)).not.toEqual(planFaults(8, 3, 20, true));
  expect(planWork(7, 2, 5, 3)).toEqual(planWork(7, 2, 5, 3));
  expect(planWork(7, 2, 5, 3)).not.toEqual(planWork(8, 2, 5, 3));
});

test('plans more than thirty faults for twenty seconds, of every kind and at every server', () => {
  const planned = planFaults(1, 3, 20, true);
  expect(planned.length).toBeGreaterThan(30);
  expect(new Set(planned.map(({ kind }) => kind)).size).toBe(8);
  expect(new Set(planned.map(({ server }) => server))).toEqual(new Set([0, 1, 2]));
  expect(planned.every(({ at }) => at >= 0 && at < 20_000)).toBe(true);
});

test('does not crash or freeze a PostgreSQL that the user provides', () => {
  expect(planFaults(1, 3, 60, false).filter(({ kind }) => needProcess.includes(kind))).toEqual([]);
});

test('sends half of the creates, and every receipt, to two servers', () => {
  const work = Array.from({ length: 400 }, (_, number) => planWork(3, 2, number, 2)).filter((one) => one.kind === 'purchase');
  const twins = work.filter(({ twinAt, createAt }) => twinAt !== undefined && twinAt !== createAt);
  expect(twins.length / work.length).toBeCloseTo(0.5, 1);
  for (const { submitAt } of work.flatMap(({ parts }) => parts)) expect(submitAt[0]).not.toBe(submitAt[1]);
});
