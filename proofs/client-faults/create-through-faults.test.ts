/** Tests the client against the running reference server, through a proxy that causes every kind of fault. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createThroughFaults, faults } from './create-through-faults.ts';

test.each([false, true])('300 creates through faults give exactly one invoice each, by http: %s', async (byHttp) => {
  const report = await createThroughFaults({ creates: 300, concurrency: 32, faultRate: 0.3, seed: 7, byHttp });
  expect(report).toMatchObject({ failed: 0, doubled: 0, missing: 0, mistaken: 0 });
  expect([...report.faults.keys()].sort()).toEqual([...faults].sort());
  expect(report.requests).toBeGreaterThan(350);
});

test('without idempotency keys some invoices are doubled, which shows that they are counted', async () => {
  const report = await createThroughFaults({ creates: 100, concurrency: 32, faultRate: 0.4, seed: 7, withoutKeys: true });
  expect(report.doubled).toBeGreaterThan(0);
});

test.each([
  ['--creates', 'many'],
  ['--creates', '0'],
  ['--creates', '1e9'],
  ['--faults', '100'],
  ['--fault', '10'],
])('client-faults %s %s is refused with exit 2', (...args) => {
  const command = join(import.meta.dirname, './bin/client-faults.ts');
  const { status, stderr, stdout } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(args[0]);
  expect(stderr).not.toContain('    at ');
});
