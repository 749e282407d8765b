import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../index.ts';
import { startSandbox } from './index.ts';

const server = resolve(import.meta.dirname, '../../../server/bin/server.ts');

test('a sandbox starts, is paid, lets time pass, and leaves nothing behind', async () => {
  // A developer's environment may be set up for a live server. The sandbox must not use these settings.
  vi.stubEnv('SERVER_MODE', 'live').stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/payments');
  onTestFinished(() => void vi.unstubAllEnvs());
  const sandbox = await startSandbox({ command: [process.execPath, server] });
  const client = createClient({ baseUrl: sandbox.baseUrl, token: sandbox.token });
  const [one, two] = [await client.createPayment(order), await client.createPayment({ ...order, amount: 5 })];
  const webReceipt = await sandbox.pay(one.id, { amount: 12.5 });
  expect(await client.submitReceipt({ invoiceId: one.id, webReceipt })).toMatchObject({ status: 'PAID' });
  await sandbox.advanceTime(86_400);
  expect(await client.fetchPayment({ invoiceId: two.id })).toMatchObject({ status: 'EXPIRED' });
  await expect(sandbox.pay('inv_none', { amount: 1 })).rejects.toThrow('/sandbox/payments');
  expect(sandbox.callbackSecret).toMatch(/^whsec_/);
  await sandbox.stop();
  expect(existsSync(sandbox.dataDir)).toBe(false);
});

test.each<[string, [string, ...string[]]]>([
  ['is not there', ['there-is-no-such-program']],
  ['ends at once', [process.execPath, '-e', 'console.error("out of order"); process.exit(3)', '--']],
])('a server that %s is an error that says so', async (_, command) => {
  await expect(startSandbox({ command })).rejects.toThrow(/^The sandbox did not start \(.*\): .*(ENOENT|out of order)/);
});
