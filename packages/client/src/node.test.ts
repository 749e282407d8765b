/** Tests the client over Node's own http, in particular what could go wrong only with this transport. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { Agent, createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer, Agent as HttpsAgent } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { exampleCreate as body } from '@payment-invoice/generated/examples';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { invoice, json, problem, type Scripted, startScriptedServer } from '../testing/scripted-server.ts';
import { AbortError, type ClientOptions, ConnectionError, createClient, UnexpectedResponseError, version } from './index.ts';
import { createNodeFetch } from './node.ts';
import { makeHandClock } from './test-kit/fake-service.ts';

async function start(script: Scripted[], more: Partial<ClientOptions> = {}) {
  const server = await startScriptedServer(...script);
  return { server, client: clientAt(server.baseUrl, more) };
}

function clientAt(baseUrl: string, more: Partial<ClientOptions> = {}) {
  const options = { baseUrl, token: 'secret_token', fetch: createNodeFetch(), maxRetries: 0, ...more };
  return createClient({ clock: makeHandClock(), ...options });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('sends what fetch sends, and reads what fetch reads', async () => {
  const script = [
    json({ ...invoice, note: 'ключ ✓', returnUrl: 'https://shop.example/é' }),
    problem(404, 'invoice_not_found', {}, { 'x-request-id': 'req_1' }),
  ];
  const { server, client } = await start([...script, ...script]);
  const byFetch = clientAt(server.baseUrl, { fetch: (url, init) => fetch(url, init) });
  const responses: unknown[] = [];
  for (const caller of [client, byFetch]) {
    const created = await caller.createPayment({ ...body, returnUrl: 'https://shop.example/é' }, { idempotencyKey: 'order-1' });
    const { message, status, headers, requestId } = await caller.fetchPayment({ invoiceId: 'none' }).catch((error) => error);
    responses.push([created, message, status, requestId, headers.get('content-type')]);
  }
  expect(responses[0]).toEqual(responses[1]);
  const [create, , createByFetch] = server.seen.map(({ headers, ...seen }) => {
    const { authorization, 'content-type': type, 'content-length': length, 'idempotency-key': key } = headers;
    return { ...seen, authorization, type, length, key };
  });
  expect(create).toEqual(createByFetch);
  expect(create).toMatchObject({ authorization: 'Bearer secret_token', key: 'order-1' });
  // A gateway may refuse requests without a User-Agent. Node's http does not decompress, so the client asks for `identity`.
  expect(server.seen[0]?.headers).toMatchObject({
    'user-agent': `payment-invoice-client/${version}`,
    'accept-encoding': 'identity',
  });
});

test('takes the headers of a fetch around it, whatever form they have', async () => {
  const inner = createNodeFetch();
  const { server, client } = await start([json(invoice)], {
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('traceparent', '00-1');
      return inner(url, { ...init, headers });
    },
  });
  await client.createPayment(body);
  expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer secret_token', traceparent: '00-1' });
});

test('sends by what was put in place of http.request since, as mocks and tracers do', async () => {
  const { client } = await start([json(invoice)]);
  const inPlace = vi.spyOn(http, 'request');
  onTestFinished(() => inPlace.mockRestore());
  await client.createPayment(body);
  expect(inPlace).toHaveBeenCalledOnce();
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('reads %s, which it did not ask for, whole or not at all', async (encoding, pack) => {
  const whole = pack(JSON.stringify(invoice));
  let bytes = whole;
  const server = createHttpServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(bytes);
  });
  const client = clientAt(`http://127.0.0.1:${await listen(server)}`);
  expect(await client.createPayment(body)).toEqual(invoice);
  bytes = whole.subarray(0, -4);
  await expect(client.createPayment(body)).rejects.toBeInstanceOf(ConnectionError);
  bytes = Buffer.alloc(0);
  await expect(client.createPayment(body)).rejects.toBeInstanceOf(UnexpectedResponseError);
});

describe('what goes wrong has the class that it has over fetch', () => {
  test('nobody there, with the reason', async () => {
    const error = await clientAt('http://127.0.0.1:1').createPayment(body).catch(String);
    expect(error).toContain('sent no complete response (ECONNREFUSED)');
  });

  test.each<[string, Partial<ClientOptions>]>([
    ['here', {}],
    ['over fetch', { fetch: (url, init) => fetch(url, init) }],
  ])('no HTTP, that repeats the request: the error holds no token and no receipt %s', async (_, more) => {
    const port = await listen(createServer((socket) => void socket.on('error', () => undefined).pipe(socket)));
    const call = clientAt(`http://127.0.0.1:${port}`, more).submitReceipt({ invoiceId: 'inv_1', webReceipt: 'receipt_of_payer' });
    const error: Error = await call.catch((reason) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    const parseError = (error.cause as Error).cause ?? error.cause;
    expect(String(parseError)).toContain('Expected HTTP/');
    expect(parseError).not.toHaveProperty('rawPacket');
    expect(inspect(error, { depth: null })).not.toMatch(/secret_token|receipt_of_payer/);
  });

  test('a signal that ends the call, at once and in the middle, and its connection', async () => {
    const agent = new Agent();
    const { server, client } = await start(['never'], { fetch: createNodeFetch({ agent }) });
    await expect(client.createPayment(body, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(AbortError);
    expect(server.seen).toEqual([]);
    const control = new AbortController();
    const call = client.createPayment(body, { signal: control.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    expect(Object.keys(agent.sockets)).toHaveLength(1);
    control.abort();
    await expect(call).rejects.toBeInstanceOf(AbortError);
    await expect.poll(() => Object.keys(agent.sockets)).toEqual([]);
  });
});

test('sends again as over fetch, with the same key', async () => {
  const { server, client } = await start(['reset', 'cut', json(invoice)], { maxRetries: 2 });
  expect(await client.createPayment(body)).toEqual(invoice);
  expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(server.seen).toHaveLength(3);
});

describe('an agent of the caller’s', () => {
  test('makes the connections', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const { client } = await start([json(invoice)], { fetch: createNodeFetch({ agent }) });
    let given = 0;
    agent.on('free', () => given++);
    await Promise.all([client.createPayment(body), client.createPayment(body), client.createPayment(body)]);
    expect(given).toBe(3);
  });

  test('may be of a class of its own, as those of older proxy packages are', async () => {
    const inner = new Agent() as Agent & { addRequest(...given: unknown[]): void };
    const asked: unknown[] = [];
    const agent = {
      addRequest: (...given: unknown[]) => {
        asked.push(given);
        inner.addRequest(...given);
      },
    };
    const { client } = await start([json(invoice)], { fetch: createNodeFetch({ agent: agent as unknown as Agent }) });
    expect(await client.createPayment(body)).toEqual(invoice);
    expect(asked).toHaveLength(1);
  });

  test('brings an authority and a client certificate', async (context) => {
    const own = makeCertificate();
    if (!own) return context.skip('There is no openssl to make a certificate with.');
    const server = createHttpsServer({ ...own, ca: own.cert, requestCert: true }, (request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(invoice));
    });
    const baseUrl = `https://localhost:${await listen(server)}`;
    const agent = new HttpsAgent({ ...own, ca: own.cert });
    expect(await clientAt(baseUrl, { fetch: createNodeFetch({ agent }) }).createPayment(body)).toEqual(invoice);
    expect(await clientAt(baseUrl).createPayment(body).catch(String)).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  test.each<[string, unknown, string]>([
    ['null', { agent: null }, 'agent must be an http.Agent'],
    ['a text', { agent: 'http://proxy.example' }, 'agent must be an http.Agent'],
    ['another object', { agent: {} }, 'agent must be an http.Agent'],
    ['a misspelt one', { agnet: new Agent() }, 'no option "agnet"'],
  ])('%s is refused at once', (_, options, words) => {
    expect(() => createNodeFetch(options as object)).toThrow(new RegExp(words));
  });

  test('for the other protocol fails the call with the reason', async () => {
    const client = clientAt('http://127.0.0.1:1', { fetch: createNodeFetch({ agent: new HttpsAgent() }) });
    expect(await client.createPayment(body).catch(String)).toContain('ERR_INVALID_PROTOCOL');
  });
});

/** Makes a self-signed certificate for localhost; undefined without openssl. */
function makeCertificate(): { key: Buffer; cert: Buffer } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const form = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...form, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
