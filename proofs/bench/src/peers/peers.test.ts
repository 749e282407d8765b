/** Tests that every peer does the same work: it checks tokens and bodies, and stores what it creates. */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { expect, onTestFinished, test } from 'vitest';
import { peers } from './index.ts';

test.each(Object.entries(peers).filter(([name]) => name !== 'fastify, pg'))('%s does the work', async (_name, peer) => {
  const directory = mkdtempSync(join(tmpdir(), 'payment-invoice-bench-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const work = await peer.openWork({ DATA_DIR: directory });
  work.logger.level = 'silent';
  const server = await peer.start(work);
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/payments`;
  const ask = async (operation: string, body: object, token = work.token, more: Record<string, string> = {}) => {
    const response = await fetch(`${url}/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id'),
      json: (await response.json()) as { id: string },
    };
  };

  const created = await ask('create', exampleCreate);
  expect(created).toMatchObject({
    status: 200,
    requestId: expect.stringMatching(/^req_/),
    json: { cashTag: '$coffeeshop', amount: 12.5, isWhiteLabel: false, status: 'PENDING', returnUrl: null },
  });
  expect(Object.keys(created.json)).toHaveLength(12);
  expect(await ask('fetch', { invoiceId: created.json.id })).toMatchObject({ status: 200, json: created.json });
  expect(await ask('fetch', { invoiceId: 'inv_other' })).toMatchObject({ status: 404, json: { code: 'invoice_not_found' } });
  expect(await ask('create', exampleCreate, 'other')).toMatchObject({ status: 401 });
  for (const body of [{ cashTag: '$coffeeshop' }, { ...exampleCreate, amount: '1' }, { cashTag: 'a', amount: 1, x: 1 }]) {
    expect((await ask('create', body)).status, JSON.stringify(body)).toBeOneOf([400, 422]);
  }

  const key = { 'idempotency-key': 'key-1' };
  const first = await ask('create', { ...exampleCreate, amount: 3 }, work.token, key);
  expect(await ask('create', { ...exampleCreate, amount: 3 }, work.token, key)).toMatchObject({ json: first.json });
  expect((await ask('create', { ...exampleCreate, amount: 4 }, work.token, key)).status).toBe(422);
});
