/** Tests the responses and the log for invalid requests and for a failing store. */

import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';

test('an unavailable store leads to a 503 that can be retried', async () => {
  const server = await startTestServer();
  const other = new Database(join(server.dataDir, 'payments.db'));
  other.exec('BEGIN IMMEDIATE');
  const response = await server.post('/api/v1/payments/create', { ...exampleCreate, amount: 1 });
  expect(response).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
  expect(response.headers.get('retry-after')).toBe('5');
  expect(JSON.stringify(response.json)).not.toMatch(/sqlite|database/i);
  other.exec('ROLLBACK');
  other.close();
  expect(await server.create()).toMatchObject({ status: 'PENDING' });
});

test('a target that is not a path is not found, and its query is not logged', async () => {
  const server = await startTestServer();
  const ask = async (path: string) => {
    const response = await new Promise<IncomingMessage>((resolve) => get(server.baseUrl, { path }, resolve));
    return { status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() };
  };
  for (const target of ['http://[/x', '//user@[/x', 'http://host:x/', '*']) {
    const { status, text } = await ask(`${target}?token=secret#`);
    expect([target, status, JSON.parse(text).code]).toEqual([target, 404, 'not_found']);
  }
  expect(server.log.join('')).not.toContain('secret');
  for (const target of [server.baseUrl, 'HTTP://another.example:1'])
    expect(await ask(`${target}/healthz?a#b`)).toEqual({ status: 200, text: '{"status":"ok"}' });
});

test('a bug leads to a 500 without details, and is logged with the request id', async () => {
  const server = await startTestServer();
  await server.services.store.close();
  const response = await server.post('/api/v1/payments/create', { ...exampleCreate, amount: 1 });
  expect(response).toMatchObject({ status: 500, json: { code: 'internal_error' } });
  expect(JSON.stringify(response.json)).not.toMatch(/sqlite|database/i);
  const logged = server.log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'failed');
  expect(logged).toMatchObject({ requestId: response.json.requestId, err: { message: expect.stringContaining('not open') } });
});
