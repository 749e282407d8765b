import { expect, test } from 'vitest';
import { crashCallbacks } from './crash-callbacks.ts';

test('a server that is killed during callbacks loses no event, and sends the same bytes again', async () => {
  const report = await crashCallbacks({ deliveries: 60, kills: 3, seed: 7, timeout: 150_000 });
  expect(report.findings).toEqual([]);
  expect(report.events).toBeGreaterThanOrEqual(60);
  expect(report.attempts).toBeGreaterThan(60);
});
