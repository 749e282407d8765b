/** Tests connections of a real server, with requests that wait, overlap, arrive slowly, or are invalid. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { exampleInvoice } from '../../testing/example-api.ts';
import { validBody as valid, writeRequest as write } from '../../testing/raw-http.ts';
import { expectProblem, startEdgeServer } from '../../testing/start-edge-server.ts';

const server = await startEdgeServer();
const { open, ask } = server;

/** Writes a request whose body has a transfer coding. */
const coded = (coding: string, body = valid) =>
  write({ head: { 'Content-Length': undefined, 'Transfer-Encoding': coding }, body }).toString();

describe('Expect', () => {
  const head = { Expect: '100-continue' };

  test('the body is asked for once the token is known', async () => {
    const connection = await open();
    connection.write(write({ head, body: '' }).toString().replace('Content-Length: 0', `Content-Length: ${valid.length}`));
    expect((await connection.read()).status).toBe(100);
    expect((await connection.write(valid).read()).status).toBe(200);
    expect((await connection.write(write()).read()).status).toBe(200);
  });

  test.each([
    [{ Authorization: undefined }, 401],
    [{ 'Content-Length': '40000' }, 413],
  ])('a request that is refused, as by %o, is not asked for its body', async (wrong, status) => {
    const connection = await open();
    connection.write(write({ head: { ...head, 'Content-Length': '39', ...wrong }, body: '' }));
    expect(await connection.read()).toMatchObject({ status, headers: { connection: 'close' } });
    expect(await connection.ended()).toBe('');
  });

  test('an unknown Expect header is refused with a problem', async () => {
    expectProblem(await ask({ head: { Expect: 'a miracle' } }), 400, 'malformed_json');
  });
});

describe('pipelining', () => {
  test('one request of a connection is handled at a time', async () => {
    const release = server.hold();
    const before = server.bodies.length;
    const connection = await open();
    connection.write(Buffer.concat([write(), write(), write()]));
    // In the time that this request takes, a server that does not wait would also handle the second pipelined request.
    await ask({ target: '/nowhere' });
    expect(server.bodies).toHaveLength(before + 1);
    release();
    for (let i = 0; i < 3; i++) expect((await connection.read()).status).toBe(200);
    expect(server.bodies).toHaveLength(before + 3);
  });

  test('a client that asks hundreds of times ahead is cut off', async () => {
    const before = server.bodies.length;
    const release = server.hold();
    const connection = await open();
    connection.write(write());
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000));
    expect(await connection.ended()).toBe('');
    release();
    expect(server.bodies.length).toBeLessThanOrEqual(before + 1);
  });

  test('bytes that are no HTTP after a request do not replace its response', async () => {
    const release = server.hold();
    const connection = await open();
    connection.write(Buffer.concat([write(), Buffer.from('no HTTP at all\r\n\r\n')]));
    setTimeout(release, 50);
    expect(await connection.read()).toMatchObject({ status: 200, json: exampleInvoice });
    expectProblem(await connection.read(), 400, 'malformed_json');
    expect(await connection.ended()).toBe('');
  });
});

describe('what is no request is a problem, and ends the connection', () => {
  test.each([
    ['noise', 'hello\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x00\x01\x01'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a space before a colon', write({ more: ['X-A : 1'] }).toString()],
    ['a header without a colon', write({ more: ['X-A'] }).toString()],
    ['a NUL in a header', write({ more: ['X-A: \0'] }).toString()],
    ['two lengths', write({ more: ['Content-Length: 1'] }).toString()],
    ['a length and chunks', write({ more: ['Transfer-Encoding: chunked'] }).toString()],
    ['a length that is none', write({ head: { 'Content-Length': '1e1' } }).toString()],
    ['a negative length', write({ head: { 'Content-Length': '-1' } }).toString()],
    ['a length past all', write({ head: { 'Content-Length': '99999999999999999999' } }).toString()],
    ['another coding than chunked', coded('gzip')],
    ['a chunk size that is none', coded('chunked', 'zz\r\n')],
    ['headers without end', write({ more: [`X-A: ${'a'.repeat(20_000)}`] }).toString()],
    ['hundreds of headers', write({ more: Array.from({ length: 100 }, (_, i) => `X-${i}: 1`) }).toString()],
    ['two Hosts', write({ more: ['Host: other.test'] }).toString()],
    ['no Host', write({ head: { Host: undefined } }).toString()],
  ])('%s', async (_what, bytes) => {
    const connection = await open();
    connection.write(Buffer.from(bytes, 'latin1'));
    const response = await connection.read();
    expectProblem(response, 400, 'malformed_json');
    expect(response.headers.connection).toBe('close');
    expect(response.json).not.toHaveProperty('instance');
    expect(await connection.ended()).toBe('');
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect(await ask({ version: '1.0', head: { Host: undefined } })).toMatchObject({ status: 200 });
  });
});

describe('time', () => {
  test.each([
    ['headers', 'POST /api/v1/payments/create HTTP/1.1\r\nHost: a'],
    ['a body', write({ head: { 'Content-Length': '100' } })],
    ['chunks', write({ head: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, body: '5\r\n{' })],
  ])('%s that do not come are told so', async (_what, bytes) => {
    const before = server.bodies.length;
    const connection = await open();
    const response = await connection.write(bytes).read();
    expectProblem(response, 400, 'malformed_json');
    expect(response.json.detail).toContain('in time');
    expect(await connection.ended()).toBe('');
    expect(server.bodies).toHaveLength(before);
  });

  test('drops that keep coming do not put it off', async () => {
    const connection = await open();
    connection.write('POST /api/v1/payments/create HTTP/1.1\r\nHost: shop.test\r\n');
    const dripping = setInterval(() => connection.write('X-A: a\r\n'), 20);
    onTestFinished(() => clearInterval(dripping));
    expectProblem(await connection.read(), 400, 'malformed_json');
  });

  test('a response that nobody reads is ended', async () => {
    const connection = await open();
    connection.socket.pause();
    connection.write(write({ method: 'GET', target: '/large', body: '' }));
    await server.cut();
    expect(server.connections()).toBe(0);
  });

  test('a handler that takes its time is no mistake of the client', async () => {
    setTimeout(server.hold(), 400);
    expect(await ask()).toMatchObject({ status: 200 });
  });
});

test('the server still responds, and met no failure', async () => {
  expect((await ask()).status).toBe(200);
  expect(server.refusals.filter((refusal) => typeof refusal !== 'string')).toEqual([]);
});
