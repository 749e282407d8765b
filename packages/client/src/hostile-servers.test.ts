/**
 * Tests the client over both transports against hostile servers, which send wrong or endless data, stall, or point to another
 * host. In every case the call throws the expected error or returns the requested invoice, and contacts no other host. Text from
 * the server must not put control characters into messages, or change objects of the program.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { invoice as whole } from '../testing/scripted-server.ts';
import { createClient, PaymentApiError } from './index.ts';
import { createNodeFetch } from './node.ts';
import { makeHandClock } from './test-kit/fake-service.ts';

const token = 'sandbox_test_verySecret';
const receipt = 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl';
const id = 'inv_1';

/** Bytes that a server sends, or a function that keeps sending until the connection is closed. */
type Sent = string | Buffer | ((socket: Socket) => void);
type Row = [what: string, sent: Sent, outcome: string];

const http = (status: string, headers: string, body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`,
      'latin1',
    ),
    Buffer.from(body),
  ]);
const json = 'Content-Type: application/json\r\n';
const invoice = (more: object = {}): string => JSON.stringify({ ...whole, id, ...more });
/** Makes a response with an invoice, and replaces a part of its JSON text. Used for text that JSON.stringify cannot produce. */
const edited = (from: string, to: string): Buffer =>
  http(
    '200 OK',
    json,
    invoice().replace(from, () => to),
  );
const ok = (more: object): Buffer => http('200 OK', json, invoice(more));
const refused = (status: number, fields: object, headers = ''): Buffer =>
  http(
    `${status} No`,
    `Content-Type: application/problem+json\r\n${headers}`,
    JSON.stringify({
      type: 'about:blank',
      title: 'No',
      status,
      detail: 'No.',
      code: 'invoice_not_found',
      requestId: 'req_1',
      ...fields,
    }),
  );
/** Sends the head of a response, and then the same bytes again and again, as fast as the client reads them. */
const endless =
  (head: string, piece: string | Buffer): Sent =>
  (socket) => {
    socket.write(head);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  };
/** Sends the head of a response and then nothing. */
const stalled =
  (head: string): Sent =>
  (socket) =>
    void socket.write(head);
const packed = (coding: string, bytes: Buffer): Buffer => http('200 OK', `${json}Content-Encoding: ${coding}\r\n`, bytes);
const spaces = Buffer.alloc(20_000_000, 0x20);
const deep = (open: string, close: string, depth = 100_000): string => open.repeat(depth) + close.repeat(depth);
const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

const wrong = 'UnexpectedResponseError';
const lost = 'ConnectionError';
const late = 'TimeoutError';
const believed = 'the invoice';

const rows: Row[] = [
  // Fields with the names of properties that every JavaScript object inherits.
  ['__proto__ in an invoice', edited('{', '{"__proto__":{"polluted":1},'), believed],
  ['constructor in an invoice', edited('{', '{"constructor":{"prototype":{"polluted":1}},'), believed],
  ['__proto__ as the invoice', http('200 OK', json, `{"__proto__":${invoice()}}`), wrong],
  ['__proto__ in a problem', refused(404, JSON.parse('{"__proto__":{"polluted":1}}')), 'NotFoundError'],
  ['toString, then and toJSON in an invoice', edited('{', '{"toString":1,"then":1,"toJSON":1,"valueOf":null,'), believed],
  ['toString as a problem’s texts', refused(404, { detail: { toString: 1 }, title: [], errors: { map: 1 } }), 'NotFoundError'],
  // Responses that are endless, too large or nested too deeply.
  ['a body without end', endless(`HTTP/1.1 200 OK\r\n${json}\r\n`, Buffer.alloc(65_536, 0x20)), wrong],
  ['chunks without end', endless(chunked, '1\r\n \r\n'.repeat(4_096)), wrong],
  ['a refusal without end', endless(`HTTP/1.1 422 No\r\n${json}\r\n`, '['.repeat(65_536)), wrong],
  ['headers without end', endless('HTTP/1.1 200 OK\r\n', `X-${'a'.repeat(1_000)}: b\r\n`), lost],
  ['one header without end', endless('HTTP/1.1 200 OK\r\nX: ', 'a'.repeat(65_536)), lost],
  ['20 MB in gzip', packed('gzip', gzipSync(spaces)), wrong],
  ['20 MB in deflate', packed('deflate', deflateSync(spaces)), wrong],
  ['20 MB in brotli', packed('br', brotliCompressSync(spaces.subarray(0, 4_000_000))), wrong],
  ['gzip that is none', packed('gzip', Buffer.from(invoice())), lost],
  ['gzip that was cut', packed('gzip', gzipSync(invoice()).subarray(0, 60)), `${wrong} ${lost}`],
  ['arrays, 100,000 deep', http('200 OK', json, deep('[', ']')), wrong],
  ['objects, 100,000 deep, in a field', edited('{', `{"a":${deep('{"a":', '}').replace('}', '1}')},`), wrong],
  [
    'arrays, 100,000 deep, in a problem',
    http('404 No', json, `{"code":"a","detail":"b","x":${deep('[', ']')}}`),
    'NotFoundError',
  ],
  ['100,000 fields', ok(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`a${at}`, 1]))), believed],
  ['100,000 items of a problem', refused(422, { code: 'validation_failed', errors: Array(20_000).fill({}) }), 'ValidationError'],
  ['a number of 200,000 digits', edited('12.5', '1'.repeat(200_000)), wrong],
  // Bodies that are not a valid invoice, or that contradict the request.
  ['a field twice', edited('"status":"PENDING"', '"status":"PENDING","status":"PAID"'), wrong],
  ['a field twice, once in escapes', edited('"status":"PENDING"', '"status":"PENDING","st\\u0061tus":"PAID"'), wrong],
  ['an endless sum', edited('"paidAmount":null', '"paidAmount":1e400'), wrong],
  ['a debt', edited('"paidAmount":null', '"paidAmount":-12.5'), wrong],
  ['a sum that a double rounds', edited('"paidAmount":null', '"paidAmount":9007199254740993'), wrong],
  ['another invoice', ok({ id: 'inv_2' }), wrong],
  ['a status of its own', ok({ status: 'PAID ' }), wrong],
  ['an id of another type', ok({ id: [id] }), wrong],
  ['half an invoice', http('200 OK', json, '{"id":"inv_1","status":"PAID"}'), wrong],
  ['JSON null', http('200 OK', json, 'null'), wrong],
  ['a page of HTML', http('200 OK', 'Content-Type: text/html\r\n', '<script>alert(1)</script>'), wrong],
  ['UTF-16', http('200 OK', json, Buffer.from(invoice(), 'utf16le')), wrong],
  ['a 204', http('204 None', ''), wrong],
  // Links that would run code in the shop's own origin.
  ['a script as paymentUrl', ok({ paymentUrl: 'javascript:alert(1)' }), wrong],
  ['a script with capitals', ok({ paymentUrl: 'JaVaScRiPt:alert(1)' }), wrong],
  ['a script behind a space', ok({ paymentUrl: ' javascript:alert(1)' }), wrong],
  ['a script with a line break', ok({ paymentUrl: 'java\nscript:alert(1)' }), wrong],
  ['data as paymentUrl', ok({ paymentUrl: 'data:text/html,<script>' }), wrong],
  ['a path as paymentUrl', ok({ paymentUrl: '//thief.example/pay' }), wrong],
  // Redirects to another server. The client must not follow them.
  ...[301, 302, 303, 307, 308].map((status): Row => [`a ${status}`, http(`${status} Go`, 'Location: ELSEWHERE\r\n'), wrong]),
  ['a 200 that points elsewhere', http('200 OK', `${json}Location: ELSEWHERE\r\nRefresh: 0;url=ELSEWHERE\r\n`, 'null'), wrong],
  ['a 401 that points elsewhere', refused(401, { code: 'invalid_token' }, 'Location: ELSEWHERE\r\n'), 'AuthenticationError'],
  ['a service elsewhere', http('200 OK', `${json}Alt-Svc: h2="ELSEWHERE"\r\n`, invoice()), believed],
  // Responses that stall or never come, and broken connections.
  ['nothing', () => undefined, late],
  ['a head and nothing', stalled(`HTTP/1.1 200 OK\r\n${json}Content-Length: 99\r\n\r\n`), late],
  ['half an invoice and nothing', stalled(`HTTP/1.1 200 OK\r\n${json}Content-Length: 99\r\n\r\n{"id":`), late],
  ['responses on the way without end', endless('', 'HTTP/1.1 100 Continue\r\n\r\n'), `${late} ${lost}`],
  ['a closed connection', (socket) => void socket.end(), lost],
  ['a reset', (socket) => void socket.resetAndDestroy(), lost],
  ['a body that is cut', (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${json}Content-Length: 999\r\n\r\n${invoice()}`), lost],
  // Bytes that are not valid HTTP, or that could be read as two responses.
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', lost],
  ['two lengths', `HTTP/1.1 200 OK\r\n${json}Content-Length: 4\r\nContent-Length: 5\r\n\r\nnull `, lost],
  ['a header with NUL', `HTTP/1.1 200 OK\r\nX: a\0b\r\n${json}Content-Length: 4\r\n\r\nnull`, lost],
  ['another protocol', 'HTTP/1.1 101 Switch\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', lost],
  ['a status that there is not', http('999 No', json, invoice()), 'ServerError UnexpectedResponseError ConnectionError'],
  // Responses that repeat secrets or contain control characters.
  ['token and receipt in a problem', refused(422, { code: 'receipt_invalid', detail: `${token} ${receipt}` }), 'ReceiptError'],
  [
    'token and receipt in escapes',
    http('404 No', json, escapeAll({ code: 'a', detail: `${token} ${receipt}` })),
    'NotFoundError',
  ],
  ['token and receipt in a page', http('502 No', 'Content-Type: text/html\r\n', `${token} ${receipt}`), wrong],
  ['token and receipt in headers', refused(404, {}, `X-Request-Id: ${token}\r\nX-Echo: ${receipt}\r\n`), 'NotFoundError'],
  ['token and receipt as the invoice’s id', ok({ id: `${token} ${receipt}` }), wrong],
  ['codes of a terminal', refused(404, { detail: '\u001b[2J\u009b31m\u202e\n::error::forged' }), 'NotFoundError'],
  ['codes of a terminal as a field', ok({ id: '\u001b[2J\u009b31m\u202e' }), wrong],
  ['a Retry-After beyond numbers', refused(429, { code: 'rate_limited' }, 'Retry-After: 9e999\r\n'), 'RateLimitError'],
  ['a Retry-After of years', refused(429, { code: 'rate_limited' }, `Retry-After: ${'9'.repeat(30)}\r\n`), 'RateLimitError'],
];

function escapeAll(value: object): string {
  return JSON.stringify(value).replace(/[a-z]/gi, (letter, at, text) =>
    /"(?:code|detail)$/.test(text.slice(0, at + 1)) || text[at - 1] === '\\'
      ? letter
      : `\\u00${letter.charCodeAt(0).toString(16)}`,
  );
}

/** Starts a server that responds to every request with the same bytes, and a second server, which must get no connections. */
async function start(sent: Sent) {
  const listen = async (onSocket: (socket: Socket) => void): Promise<number> => {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
      onSocket(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      for (const socket of open) socket.destroy();
      server.close();
    });
    return (server.address() as { port: number }).port;
  };
  let strays = 0;
  const elsewhere = await listen(() => strays++);
  const filled = (bytes: string | Buffer): Buffer =>
    Buffer.from(bytes.toString('latin1').replaceAll('ELSEWHERE', `http://127.0.0.1:${elsewhere}/`), 'latin1');
  const port = await listen((socket) =>
    socket.once('data', () => (typeof sent === 'function' ? sent(socket) : void socket.end(filled(Buffer.from(sent))))),
  );
  return { baseUrl: `http://127.0.0.1:${port}`, strays: () => strays };
}

describe.each([
  ['the global fetch', fetch],
  ['Node’s own http', createNodeFetch()],
])('over %s', (_name, transport) => {
  test.each(rows)('%s', async (_what, sent, outcome) => {
    const server = await start(sent);
    const clock = makeHandClock();
    // The limit is short only for servers that stall. For all other servers it is long, so that a slow machine does not reach it.
    const attemptTimeoutMs = outcome.includes(late) ? 300 : 60_000;
    const client = createClient({ baseUrl: server.baseUrl, token, fetch: transport, clock, attemptTimeoutMs, maxRetries: 1 });
    const result: unknown = await client.submitReceipt({ invoiceId: id, webReceipt: receipt }).catch((reason: unknown) => reason);

    if (outcome === believed) expect(result).toMatchObject({ id, status: 'PENDING', amount: 12.5 });
    else {
      expect(result).toBeInstanceOf(PaymentApiError);
      expect(outcome.split(' ')).toContain((result as Error).name);
      // Errors are printed, so they must not repeat the secrets that were sent.
      const shown = inspect(result, { depth: 9, showHidden: true }) + (result as Error).stack + JSON.stringify(result);
      expect(shown).not.toMatch(/verySecret|c2lnbmF0/);
      expect((result as Error).message).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }
    expect(server.strays()).toBe(0);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Math.max(0, ...clock.slept)).toBeLessThan(60_000);
  });
});
