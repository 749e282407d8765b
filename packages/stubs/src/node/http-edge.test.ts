/** Tests a real server with requests that no client library would send, written as raw bytes. */
import { describe, expect, test } from 'vitest';
import { exampleInvoice } from '../../testing/example-api.ts';
import { validBody as valid, writeRequest as write } from '../../testing/raw-http.ts';
import { expectProblem, startEdgeServer } from '../../testing/start-edge-server.ts';

const createPath = '/api/v1/payments/create';
const server = await startEdgeServer();
const { open, ask } = server;

test('an ordinary request gets a response, and the connection kept', async () => {
  const connection = await open();
  for (let i = 0; i < 2; i++) expect(await connection.write(write()).read()).toMatchObject({ status: 200, json: exampleInvoice });
});

describe('methods', () => {
  test('HEAD is 405, without a body', async () => {
    const response = await ask({ method: 'HEAD', body: '', head: { 'Content-Length': undefined, Authorization: undefined } });
    expect(response).toMatchObject({ status: 405, headers: { allow: 'POST', 'content-type': 'application/problem+json' } });
    expect(response.text).toBe('');
  });

  test('OPTIONS * is 404', async () => {
    expectProblem(await ask({ method: 'OPTIONS', target: '*', body: '' }), 404, 'not_found');
  });

  test('a method with a body leaves the connection whole', async () => {
    const connection = await open();
    connection.write(write({ method: 'PUT' })).write(write());
    expect((await connection.read()).status).toBe(405);
    expect((await connection.read()).status).toBe(200);
  });
});

describe('request targets', () => {
  test.each([
    `http://elsewhere.test:81${createPath}`,
    `${createPath}?`,
    `${createPath}?amount=1&amount=2&__proto__[x]=1`,
    `${createPath}?a=%E0%A4%A`,
  ])('%s is create', async (target) => expect(await ask({ target })).toMatchObject({ status: 200 }));

  test.each([
    ...['%2F', '%3Fx', ';x=1', '%00'].map((end) => createPath + end),
    ...['/api/v1/payments/./create', '/api/v1/x/../payments/create', '/api/v1/payments//create', '/%E0%A4%A', '/__proto__'],
  ])('%s is 404', async (target) => expectProblem(await ask({ target }), 404, 'not_found'));

  test('a token in the query is no token', async () => {
    const response = await ask({ target: `${createPath}?access_token=good`, head: { Authorization: undefined } });
    expectProblem(response, 401, 'unauthenticated');
    expect(JSON.stringify(response)).not.toContain('good');
  });
});

describe('bodies', () => {
  test.each<[string, string | Buffer]>([
    ['NaN', '{"cashTag":"$a","amount":NaN}'],
    ['Infinity', '{"cashTag":"$a","amount":-Infinity}'],
    ['a leading zero', '{"cashTag":"$a","amount":01}'],
    ['a comment', `${valid}//`],
    ['two values', `${valid}${valid}`],
    ['a surrogate in UTF-8', Buffer.from('7b22eda080223a317d', 'hex')],
    ['an overlong slash', Buffer.from('7b22c0af223a317d', 'hex')],
    ['UTF-16', Buffer.from(valid, 'utf16le')],
    ['NUL', '\0'],
    ['unclosed depth', '['.repeat(32_000)],
    ['arrays deeper than are read', '['.repeat(1001) + ']'.repeat(1001)],
    ['objects deeper than are read', `{"cashTag":"$a","amount":1,"x":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`],
  ])('%s is 400', async (_what, body) => expectProblem(await ask({ body }), 400, 'malformed_json'));

  test.each<[string, string]>([
    ['arrays', '['.repeat(1000) + ']'.repeat(1000)],
    ['objects', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`],
    ['arrays in a property', `{"cashTag":${'['.repeat(999)}${']'.repeat(999)},"amount":1}`],
    ['arrays in an unknown property', `{"cashTag":"$a","amount":1,"x":${'['.repeat(999)}${']'.repeat(999)}}`],
    ['__proto__ all the way', `${'{"__proto__":'.repeat(999)}{}${'}'.repeat(999)}`],
    ['constructor', '{"cashTag":"$a","amount":1,"constructor":{"prototype":{"x":1}}}'],
    ['many properties', `{${Array.from({ length: 3_000 }, (_, i) => `"m${i}":1`)}}`],
  ])('%s is 422', async (_what, body) => {
    const before = server.bodies.length;
    expectProblem(await ask({ body }), 422, 'validation_failed');
    expect(server.bodies).toHaveLength(before);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test.each([
    ['identity', ['Content-Encoding: identity']],
    ['nothing', ['Content-Encoding:']],
    ['two other types', ['Content-Type: text/plain']],
  ])('a Content-Encoding or a second Content-Type: %s is 415', async (_what, more) => {
    expectProblem(await ask({ more }), 415, 'unsupported_media_type');
  });

  test('a chunked body is taken, with extensions and trailers', async () => {
    const chunks = `5;x=y\r\n${valid.slice(0, 5)}\r\n${(valid.length - 5).toString(16)}\r\n${valid.slice(5)}\r\n0\r\nX-Trailer: 1\r\n\r\n`;
    const head = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    const connection = await open();
    connection.write(write({ head, body: chunks })).write(write());
    expect((await connection.read()).status).toBe(200);
    expect((await connection.read()).status).toBe(200);
  });

  test('a body that is shorter than its Content-Length is no request', async () => {
    const before = server.bodies.length;
    const connection = await open();
    connection.write(write({ head: { 'Content-Length': '100' } }));
    connection.socket.end();
    await connection.ended();
    expect(server.bodies).toHaveLength(before);
  });

  test('a body that is longer than its Content-Length is cut, and the rest no request', async () => {
    const connection = await open();
    connection.write(write({ head: { 'Content-Length': String(valid.length) }, body: `${valid}trailing` }));
    expect((await connection.read()).status).toBe(200);
    expectProblem(await connection.read(), 400, 'malformed_json');
    expect(await connection.ended()).toBe('');
  });
});

describe('ways of HTTP that the service does not go', () => {
  const chunks = `${valid.length.toString(16)}\r\n${valid}\r\n0\r\n\r\n`;
  const coded = (coding: string) => ({ head: { 'Content-Length': undefined, 'Transfer-Encoding': coding }, body: chunks });

  test.each([
    ...['foo, chunked', 'gzip, chunked', 'chunked, chunked', 'identity, chunked', 'chunked;q=1', 'foo', 'chunked, foo'],
    ...[', chunked', '"chunked"'],
  ])('the transfer coding %s is 400, and nothing after it is read', async (coding) => {
    const before = server.bodies.length;
    const connection = await open();
    connection.write(write(coded(coding))).write(write());
    expectProblem(await connection.read(), 400, 'malformed_json');
    expect(await connection.ended()).toBe('');
    expect(server.bodies).toHaveLength(before);
  });

  test('two headers of a transfer coding are 400', async () => {
    expectProblem(await ask({ ...coded('gzip'), more: ['Transfer-Encoding: chunked'] }), 400, 'malformed_json');
  });

  test('the coding is read in any case', async () => expect(await ask(coded('Chunked'))).toMatchObject({ status: 200 }));

  test.each(['127.0.0.1:80', 'shop.test:443', '/', '*', createPath])('CONNECT %s is 400', async (target) => {
    const connection = await open();
    connection.write(write({ method: 'CONNECT', target, body: '', head: { 'Content-Length': undefined } }));
    expectProblem(await connection.read(), 400, 'malformed_json');
    expect(await connection.ended()).toBe('');
  });

  test('CONNECT waits for the response before it', async () => {
    const connection = await open();
    const release = server.hold();
    connection.write(write()).write(`CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`);
    await expect.poll(() => server.refusals.at(-1)).toBe('CONNECT');
    release();
    expect((await connection.read()).status).toBe(200);
    expectProblem(await connection.read(), 400, 'malformed_json');
  });

  test.each(['websocket', 'h2c', 'TLS/1.0'])('an upgrade to %s is not taken up', async (protocol) => {
    expect(await ask({ more: ['Connection: Upgrade', `Upgrade: ${protocol}`] })).toMatchObject({ status: 200 });
  });

  test.each(['x', '200-ok'])('Expect: %s is 400', async (expectation) => {
    expectProblem(await ask({ more: [`Expect: ${expectation}`] }), 400, 'malformed_json');
  });

  test.each(['0.9', '1.2', '1.9', '2.0', '3.0', '11.1', '1', 'x'])('HTTP/%s is 400', async (version) => {
    expectProblem(await ask({ version }), 400, 'malformed_json');
  });
});

test('the server still responds, and met no failure', async () => {
  expect((await ask()).status).toBe(200);
  expect(server.refusals.filter((refusal) => typeof refusal !== 'string')).toEqual([]);
});
