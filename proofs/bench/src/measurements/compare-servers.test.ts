import { expect, test } from 'vitest';
import type { Series } from './compare-servers.ts';
import { tabulate } from './compare-servers.ts';

const point = { title: 'fetch', operation: 'fetch', connections: 1 } as const;
const samples = (...cpu: number[]) => cpu.map((one) => ({ cpu: one, rate: 1000 / one, latency: 1 }));
const plans = ['ours', 'theirs', 'theirs again'].map((name) => ({ name, script: [] }));
const comparison = { plans, points: [point], twins: ['theirs', 'theirs again'] as const };
const series: Series[] = [
  { point, name: 'ours', rounds: [samples(50, 100, 30)] },
  { point, name: 'theirs', rounds: [samples(100, 200, 20)] },
  { point, name: 'theirs again', rounds: [samples(100, 200, 20)] },
];

test('divides neighbouring slices, and takes the median of the ratios', () => {
  const [table] = tabulate(series, { ...comparison, twins: ['theirs', 'theirs again'] });
  expect(table?.rows.map(({ name, cpu, ratios }) => [name, cpu.median, ratios?.cpu.median])).toEqual([
    ['ours', 50, undefined],
    ['theirs', 100, 0.5],
  ]);
  expect(table?.twins).toMatchObject({ name: 'theirs', cpu: { median: 1 } });
});

test('after an interruption, ignores a slice that one server lacks', () => {
  const cut = series.map((one, i) => (i === 0 ? one : { ...one, rounds: [(one.rounds[0] ?? []).slice(0, 2)] }));
  const [table] = tabulate(cut, { ...comparison, twins: ['theirs', 'theirs again'] });
  expect(table?.rows[1]?.ratios?.cpu.median).toBe(0.5);
  expect(tabulate([], { ...comparison, twins: ['theirs', 'theirs again'] })).toEqual([]);
});
