/** Tests that every transport stops reading an endless response before it fills the memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { expect, onTestFinished, test } from 'vitest';
import { invoice, json, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, UnexpectedResponseError } from '../index.ts';
import { createNodeFetch } from '../node.ts';

const fetches = { 'the global fetch': {}, 'Node’s own http': { fetch: createNodeFetch() } };

/** Starts a server that sends `piece` endlessly, counts the pieces, and notes when the connection is closed. */
async function pour(piece: Uint8Array, headers: Record<string, string>) {
  let sent = 0;
  let closed = false;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    const more = () => {
      while (!closed && sent++ < 100_000) if (!response.write(piece)) return response.once('drain', more);
      response.end();
    };
    response.on('close', () => {
      closed = true;
    });
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent: () => sent, isClosed: () => closed };
}

test.each(Object.entries(fetches))('over %s, a body without end', async (_, transport) => {
  const source = await pour(Buffer.alloc(65_536, 0x20), {});
  const client = createClient({ baseUrl: source.baseUrl, token: 'secret_token', ...transport });
  const error = await client.createPayment(order).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(String(error)).toContain('responded 200 with more than 1048576 bytes');
  await expect.poll(source.isClosed).toBe(true);
  expect(source.sent()).toBeLessThan(2_000);
});

test.each(Object.entries(fetches))('over %s, 500 KB of gzip that are 500 MB', async (_, transport) => {
  const source = await pour(gzipSync(Buffer.alloc(5_000_000, 0x20)), { 'content-encoding': 'gzip' });
  const client = createClient({ baseUrl: source.baseUrl, token: 'secret_token', ...transport });
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  await expect(client.fetchPayment({ invoiceId: 'inv_1' })).rejects.toThrow('more than 1048576 bytes');
  const grown = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before;
  expect(grown).toBeLessThan(100_000_000);
});

test('the limit is an option, and holds for a fetch that gives only text', async () => {
  const text = JSON.stringify(invoice);
  const server = await startScriptedServer(json(invoice));
  const options = { baseUrl: server.baseUrl, token: 'secret_token' };
  const fetch = async () => ({ status: 200, headers: new Headers(), text: async () => text });
  for (const more of [{}, { fetch }]) {
    const fits = createClient({ ...options, ...more, maxResponseBytes: text.length });
    expect(await fits.fetchPayment({ invoiceId: 'inv_1' })).toEqual(invoice);
    const small = createClient({ ...options, ...more, maxResponseBytes: text.length - 1 });
    await expect(small.fetchPayment({ invoiceId: 'inv_1' })).rejects.toBeInstanceOf(UnexpectedResponseError);
    expect(await small.fetchPayment({ invoiceId: 'inv_1' }, { maxResponseBytes: text.length })).toEqual(invoice);
  }
  expect(() => createClient({ ...options, maxResponseBytes: 0 })).toThrow('maxResponseBytes must be');
});
