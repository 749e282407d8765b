import { expect, test } from 'vitest';
import { crashPayments } from './crash-payments.ts';

test('a server that is killed during payments keeps everything it confirmed, and counts nothing twice', async () => {
  const report = await crashPayments({ clients: 32, kills: 3, seed: 7 });
  expect(report.findings).toEqual([]);
  expect(report.kills).toBe(3);
  expect(report.changes).toBeGreaterThan(30);
});
