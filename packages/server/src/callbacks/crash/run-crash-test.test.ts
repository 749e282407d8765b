import { expect, it } from 'vitest';
import { runCrashTest } from './run-crash-test.ts';

it('a server that is killed while it calls back loses no event, and sends the same bytes again', async () => {
  const report = await runCrashTest({ deliveries: 60, kills: 3, seed: 7, timeout: 40_000 });
  expect(report.findings).toEqual([]);
  expect(report.events).toBeGreaterThanOrEqual(60);
  expect(report.attempts).toBeGreaterThan(60);
});
