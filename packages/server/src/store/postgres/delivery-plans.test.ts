import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase } from '../../../testing/open-test-store.ts';
import { clientConfig } from './client-config.ts';
import { sql } from './delivery-statements.ts';

test('events are found by their ids even if statistics of a quiet time say that none is waiting', async () => {
  const client = new Client(clientConfig(await makeTestDatabase()));
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    INSERT INTO outbox (id, invoice_id, account_id, sequence, host, url, body, created_at, next_at, settled_at, outcome)
    SELECT i, i, 'acc_1', 1, 'shop.example', 'https://shop.example/', '', 0, 0, 1, 'delivered' FROM generate_series(1, 2000) i`);
  await client.query('ANALYZE outbox');
  const ids = ['1', '2', '3'];
  const zeros = ids.map(() => 0);
  const asked = [
    { statement: sql.record, values: [ids, ids, zeros, ids.map(() => 'delivered'), zeros, ids.map(() => null), 1, 'server-1'] },
    { statement: sql.release, values: [ids, zeros, 1, 'server-1'] },
  ];
  for (const { statement, values } of asked) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${statement.text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using outbox_pkey');
    expect(plan).not.toContain('outbox_due');
  }
});
