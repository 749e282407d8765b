import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Json, startTestServer } from '../../testing/start-test-server.ts';

const json = { 'content-type': 'application/json' };
const plain = { 'content-type': 'text/plain' };
const packed = new Uint8Array(gzipSync('{"on":true}'));

test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string]>([
  ['a body that is too long', JSON.stringify({ on: 'x'.repeat(33_000) }), json, 413, 'payload_too_large'],
  ['a body that is too long, and of another type', 'x'.repeat(33_000), plain, 413, 'payload_too_large'],
  ['another type', '{"on":true}', plain, 415, 'unsupported_media_type'],
  ['another type of JSON', '{"on":true}', { 'content-type': 'application/vnd.api+json' }, 415, 'unsupported_media_type'],
  ['another charset', '{"on":true}', { 'content-type': 'application/json; charset=latin1' }, 415, 'unsupported_media_type'],
  ['a compressed body', packed, { ...json, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
  ['no body', '', json, 400, 'malformed_json'],
  ['no JSON', '{"on":', json, 400, 'malformed_json'],
  ['no object', 'true', json, 422, 'validation_failed'],
])('%s is refused', async (_, body, headers, status, code) => {
  const server = await startTestServer();
  const response = await fetch(`${server.baseUrl}/sandbox/rate-limits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, ...headers },
    body,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ status, code });
  // Looks for ten x characters in a row, because the random request id in the response may contain a few.
  expect(text).not.toContain('x'.repeat(10));
});

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))));

/** Bodies that many JSON parsers accept. The sandbox's paths read bodies as the API does, and so reject these bodies. */
const doubtful: Record<string, Uint8Array<ArrayBuffer>> = {
  'a byte order mark': bytes([0xef, 0xbb, 0xbf], '{"on":true}'),
  'bytes that are not UTF-8': bytes('{"on":"', [0xff], '"}'),
  'a field given twice within another': bytes('{"on":{"a":1,"a":2}}'),
  'white space only': bytes(' \n'),
  'a list': bytes('[]'),
};

test.each(Object.entries(doubtful))('%s is refused on every path, as by the API', async (_, body) => {
  const server = await startTestServer();
  const send = async (path: string) => {
    const headers = { authorization: `Bearer ${server.token}`, ...json };
    const response = await fetch(server.baseUrl + path, { method: 'POST', headers, body });
    const { code, detail } = (await response.json()) as Json;
    return [response.status, code, detail];
  };
  const expected = await send('/api/v1/payments/fetch');
  expect(['malformed_json', 'validation_failed']).toContain(expected[1]);
  for (const name of ['payments', 'tokens', 'clock', 'rate-limits', 'outage', 'callback-secret'])
    expect([name, ...(await send(`/sandbox/${name}`))]).toEqual([name, ...expected]);
});

test('a body in UTF-8 is read, and the response is JSON without a charset', async () => {
  const server = await startTestServer();
  const response = await fetch(`${server.baseUrl}/sandbox/rate-limits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json; charset="UTF-8"' },
    body: '\n{"on":false}',
  });
  expect([response.status, await response.text()]).toEqual([200, '{"on":false}']);
  expect(response.headers.get('content-type')).toBe('application/json');
});
