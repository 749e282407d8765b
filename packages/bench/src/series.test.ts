import { expect, test } from 'vitest';
import { printSeries, type Series, summarize } from './series.ts';

const sample = (cpuPerRequest: number) => ({ cpuPerRequest, requestsPerSecond: 1000, p50: 1 });
const series: Series[] = [
  { name: 'ours', operation: 'fetch', connections: 1, samples: [sample(50), sample(100), sample(30)] },
  { name: 'theirs', operation: 'fetch', connections: 1, samples: [sample(100), sample(200), sample(20)] },
  { name: 'ours', operation: 'create', connections: 1, samples: [sample(7)] },
];

test('ratios are of the same round at the same point, and their median counts', () => {
  const [ours, theirs] = summarize(series, 'ours');
  expect(ours).toMatchObject({ medians: { cpuPerRequest: 50 }, ratios: { cpu: 1 } });
  expect(theirs).toMatchObject({ medians: { cpuPerRequest: 100 }, ratios: { cpu: 0.5, throughput: 1 } });
});

test('a table is printed for each point', () => {
  const text = printSeries(series, 'ours');
  expect(text).toMatch(/^fetch, 1 connection +CPU\/request +ratio/);
  expect(text).toMatch(/^theirs +100\.0 µs +× 0\.50 +1000 +1\.00 ms$/m);
  expect(text).toMatch(/^create, 1 connection /m);
});
