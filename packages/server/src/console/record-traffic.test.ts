/** Tests that recorded requests are masked, limited, and visible only to their account. */
import { exampleCreate } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { openConsole } from '../../testing/console/open-console.ts';
import { sketchRequest } from '../../testing/console/sketch-request.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { createJournal, type RecordedRequest } from './journal.ts';
import { maskBody } from './mask-body.ts';

describe('the journal', () => {
  const entry = (accountId: string, requestId: string, body = '') => sketchRequest(body, { accountId, requestId, path: '/' });
  const idsOf = (requests: RecordedRequest[]) => requests.map(({ requestId }) => requestId);

  test('keeps the last entries, newest first, and pages through them', () => {
    const journal = createJournal({ entries: 5, bytes: 1e6, total: 1e6 });
    for (let i = 1; i <= 23; i++) journal.record(entry('a', String(i)));
    expect(idsOf(journal.listRequests('a', 10))).toEqual(['23', '22', '21', '20', '19']);
    expect(idsOf(journal.listRequests('a', 2, { before: '22' }))).toEqual(['21', '20']);
    expect(journal.listRequests('a', 2, { before: 'forgotten' })).toEqual([]);
    expect(journal.findRequest('a', '18')).toBeUndefined();
    expect(journal.findRequest('a', '19')?.requestId).toBe('19');
  });

  test('keeps no more bytes than allowed, and no entry that is larger than that', () => {
    const journal = createJournal({ entries: 100, bytes: 10_000, total: 1e6 });
    for (let i = 1; i <= 10; i++) journal.record(entry('a', String(i), 'x'.repeat(1_000)));
    expect(idsOf(journal.listRequests('a', 100))).toEqual(['10', '9', '8']);
    journal.record(entry('a', 'huge', 'x'.repeat(6_000)));
    expect(journal.listRequests('a', 100)).toEqual([]);
    journal.record(entry('a', 'next'));
    expect(idsOf(journal.listRequests('a', 100))).toEqual(['next']);
  });

  test('beyond the total, deletes from the account that has the most, and shows no account what another did', () => {
    const journal = createJournal({ entries: 100, bytes: 1e6, total: 10_000 });
    journal.record(entry('a', 'of a'));
    for (let i = 1; i <= 20; i++) journal.record(entry('b', String(i), 'x'.repeat(1_000)));
    expect(idsOf(journal.listRequests('a', 5))).toEqual(['of a']);
    expect(idsOf(journal.listRequests('b', 5))).toEqual(['20', '19', '18']);
    expect(journal.findRequest('a', '20')).toBeUndefined();
  });

  test('calls listeners until they are removed', () => {
    const journal = createJournal();
    let told = 0;
    const stop = journal.onEntry('a', () => (told += 1));
    journal.record(entry('a', '1'));
    journal.record(entry('b', '2'));
    stop();
    journal.record(entry('a', '3'));
    expect(told).toBe(1);
  });
});

test.each([
  ['{"cashTag":"$a","amount":12.50}', '{"cashTag":"$a","amount":12.50}'],
  ['{"invoiceId":"inv_1","webReceipt":"short"}', '{"invoiceId":"inv_1","webReceipt":"$WEB_RECEIPT"}'],
  ['{"webReceipt" : "a\\"b", "more":1}', '{"webReceipt" : "$WEB_RECEIPT", "more":1}'],
  ['{"web\\u0052eceipt":"short","a":"\\u0022\\\\u0041"}', '{"webReceipt":"$WEB_RECEIPT","a":"\\u0022\\\\u0041"}'],
  ['{"web_receipt":12345}', '{"web_receipt":"$WEB_RECEIPT"}'],
  ['{"webReceipt":"unended', '{"webReceipt":"$WEB_RECEIPT"'],
  ['invoiceId=inv_1&webReceipt=short&x=1', 'invoiceId=inv_1&webReceipt="$WEB_RECEIPT"&x=1'],
  [`{"note":"pi_test_${'x'.repeat(49)}!"}`, '{"note":"…!"}'],
  [`{"note":"pi_t\\u0065st_${'x'.repeat(30)}"}`, `{"note":"pi_test_${'x'.repeat(30)}"}`],
  [`{"note":"pi_\\u0074est_${'x'.repeat(32)}"}`, '{"note":"…"}'],
  [`{"${'k'.repeat(50)}":1}`, '{"…":1}'],
  ['{"s":"whsec_a+b/c+d="}', '{"s":"…"}'],
  // Bodies with incomplete escapes are stored unchanged.
  ...['{"a":"%5z&#65;%5"}', '{"a":"\\u005","b":"\\u004g","c":"\\\\u0041"}', `{"s":"${'%5z'.repeat(40)}"}`].map(
    (body): [string, string] => [body, body],
  ),
  ['{"a":"%41%22&#65;"}', '{"a":"%41%22&#65;"}'],
  [`{"a":"%22","s":"${'%41'.repeat(40)}"}`, '{"a":"%22","s":"…"}'],
])('the body %j is stored as %j', (sent, kept) => expect(maskBody(Buffer.from(sent))).toBe(kept));

test('the beginning of a long body is stored, without a part of a token at the cut', () => {
  const token = `pi_test_${'x'.repeat(49)}`;
  const spelled = [...token].map((character) => `%25${character.charCodeAt(0).toString(16)}`).join('');
  for (const word of [token, spelled])
    for (let at = 8_700; at < 9_010; at += 3) {
      const kept = maskBody(Buffer.from(`${' '.repeat(at)}${word} ${'a '.repeat(10_000)}`));
      expect(kept.length).toBeLessThan(9_010);
      expect(kept).not.toMatch(/pi|x|%|25/);
    }
});

describe('a server', () => {
  /** Returns everything that the console shows about requests. */
  const readAll = async (server: TestServer, token?: string) => {
    const reader = await openConsole(server, token);
    const { text } = await reader.get('/sandbox/requests');
    const ids = [...new Set(text.match(/req_\w{26}/g))];
    const pages = await Promise.all(ids.map(async (id) => (await reader.get(`/sandbox/requests/${id}`)).text));
    return { count: ids.length, text: [text, ...pages].join('') };
  };

  test('stores no token, no receipt and no other header', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const receipt = await server.pay(id, 12.5);
    await fetch(`${server.baseUrl}/api/v1/payments/submit?token=${server.token}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/json',
        cookie: `a=${server.token}`,
        'x-receipt': receipt,
        'user-agent': 'shop/1',
      },
      body: JSON.stringify({ invoiceId: id, webReceipt: receipt }),
    });
    await server.post('/api/v1/payments/fetch', { invoiceId: server.token });
    await server.post('/api/v1/payments/fetch', { [server.token]: 1 });
    // The path is checked before the token, so the request is not assigned to an account and not recorded.
    await server.post(`/api/v1/${server.token}`, {});
    const { count, text } = await readAll(server);
    expect(count).toBe(4);
    expect(text).toContain('shop/1');
    for (const secret of [server.token, receipt, receipt.split('.')[1] ?? '', 'cookie', 'x-receipt'])
      expect(text).not.toContain(secret);
  });

  const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
  const spell = (token: string, write: (character: string) => string) => [...token].map(write).join('');
  const spellings: Record<string, (token: string) => string> = {
    'as it is': (token) => token,
    'with a percent code': (token) => token.replaceAll('_', '%5f'),
    'in percent codes': (token) => spell(token, (character) => `%${hex(character)}`),
    'in percent codes of percent codes': (token) => spell(token, (character) => `%25${hex(character)}`),
    'in escapes of JSON': (token) => spell(token, (character) => `\\u00${hex(character)}`),
    'in HTML entities': (token) => spell(token, (character) => `&#${character.charCodeAt(0)};`),
    'in hexadecimal HTML entities': (token) => spell(token, (character) => `&#x${hex(character)};`),
    'in base64': (token) => Buffer.from(`user:${token}`).toString('base64'),
    'in hex': (token) => Buffer.from(token).toString('hex'),
    'in UTF-16': (token) => Buffer.from(token, 'utf16le').toString('latin1'),
    'behind 500 characters': (token) => `${'a '.repeat(250)}${token}`,
  };
  const decode = (text: string) => {
    let plain = text;
    for (let i = 0; i < 4; i++)
      plain = plain
        .replaceAll('&amp;', '&')
        .replace(/%([\da-f]{2})|\\u00([\da-f]{2})|&#x([\da-f]{2});/gi, (_, a, b, c) =>
          String.fromCharCode(Number.parseInt(a ?? b ?? c, 16)),
        )
        .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    return plain.replace(/\0|\\x00|\ufffd|\u2400/g, '');
  };

  test.each(Object.entries(spellings))('shows no token that was sent %s, in any part of a request', async (_name, write) => {
    const server = await startTestServer();
    const reader = (await server.post('/sandbox/tokens', { scopes: ['invoices:read'] })).json.token;
    const text = write(server.token);
    const send = (headers: Record<string, string>, body: string, query = '') =>
      fetch(`${server.baseUrl}/api/v1/payments/create${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
        body,
      });
    const plain = '{"cashTag":"$a","amount":1}';
    // Removes zero bytes, because fetch rejects a header that contains one.
    for (const name of ['idempotency-key', 'user-agent', 'accept', 'content-type', 'content-encoding', 'x-other'])
      await send({ [name]: text.replaceAll('\0', '') }, plain);
    await send({}, plain, `?token=${encodeURIComponent(text)}`);
    await send({}, `{"cashTag":"${text}","amount":1}`);
    await send({}, `{"cashTag":"$a","amount":1,"${text}":"","note":"${text}"}`);
    await send({}, `{"cashTag":"$a","amount":1,"returnUrl":"https://shop.example/${encodeURIComponent(text)}"}`);
    await send({ 'content-type': 'application/x-www-form-urlencoded' }, `token=${text}`);
    const shown = await readAll(server, reader);
    expect(shown.count).toBe(11);
    const secret = server.token.slice(0, 40);
    const base64 = Buffer.from(`user:${secret}`).toString('base64').slice(0, 50);
    for (const part of [decode(shown.text), shown.text])
      for (const form of [secret, Buffer.from(secret).toString('hex'), base64]) expect(part).not.toContain(form);
  });

  test('stores no request without a valid token, and shows no account what another sent', async () => {
    const server = await startTestServer();
    await server.post('/api/v1/payments/create', { ...exampleCreate, amount: 1 }, 'wrong');
    expect((await readAll(server)).count).toBe(0);
    await server.create({ cashTag: '$mine' });
    expect((await readAll(server)).text).toContain('$mine');
    expect((await readAll(server, server.otherToken)).count).toBe(0);
  });
});
