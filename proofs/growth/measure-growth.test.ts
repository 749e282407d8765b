import { expect, test } from 'vitest';
import { makeTestDatabase, runIn } from '../../packages/server/testing/open-test-store.ts';
import { measureGrowth } from './measure-growth.ts';
import { describeGrowth, describeMeasure } from './print-growth.ts';

test('measures what each invoice in a database costs', async ({ skip }) => {
  const url = await makeTestDatabase();
  const [{ full_page_writes: images }] = await runIn(url, 'SHOW full_page_writes');
  if (images !== 'off') return skip('TEST_DATABASE_URL has full_page_writes on.');
  const measure = await measureGrowth(url, 160);
  expect(await runIn(url, 'SELECT (SELECT count(*)::int FROM outbox) AS events, status FROM invoices GROUP BY status')).toEqual([
    { events: 0, status: 'PAID' },
  ]);
  const sizes = new Map(measure.tables.map(({ table, heap }) => [table, heap]));
  expect([...sizes.keys()]).toEqual(['invoices', 'receipts', 'outbox', 'idempotency_keys']);
  for (const heap of sizes.values()) expect(heap).toBeGreaterThan(100);
  expect(measure.alone.create.transactions).toBeGreaterThanOrEqual(1);
  expect(measure.batched.create.transactions).toBeLessThan(0.5);
  expect(measure.batched.submit.wal).toBeGreaterThan(500);
  const scenario = { days: 1, isRetained: true, cores: 16, memory: 64e9, disk: 4e12, reads: 10_000 };
  const text = describeMeasure(measure) + describeGrowth(measure, [{ ...scenario, creates: 1 }]);
  expect(text).toContain('1 a second: nothing breaks within a day.');
  expect(text).toMatch(/idempotency_keys_pkey \d+/);
});
