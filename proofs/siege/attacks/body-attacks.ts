import type { Attack, SiegeTools } from '../attack.ts';
import { flood, repeat, writeRequest } from '../flood.ts';

const json = 'Content-Type: application/json';
/** The longest allowed body, in bytes. */
const longest = 32_000;

const post = (path: string, head: readonly string[], body: string) => writeRequest(path, { method: 'POST', head, body });

/** Makes a string that looks like a token, but is invalid. */
function falseToken({ random }: SiegeTools): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return `pi_test_${Array.from({ length: 49 }, () => letters[Math.floor(random() * letters.length)]).join('')}`;
}

/** Attacks with floods of bodies and tokens. */
export const bodyAttacks: readonly Attack[] = [
  {
    name: 'wrong-tokens',
    what: 'guesses tokens',
    run: (tools) =>
      flood(tools, {
        connections: 8,
        batch: () => repeat(post('/api/v1/payments/fetch', [`Authorization: Bearer ${falseToken(tools)}`, json], '{}'), 8),
      }),
  },
  {
    name: 'unread-bodies',
    what: 'sends long bodies without a token',
    run: (tools) => {
      const request = post('/api/v1/payments/create', [json], `{"a":"${'a'.repeat(longest)}"}`);
      return flood(tools, { connections: 8, batch: () => repeat(request, 1) });
    },
  },
  {
    name: 'unknown-properties',
    what: 'sends bodies of thousands of unknown properties, with a token',
    run: (tools) => {
      const body = JSON.stringify(Object.fromEntries(Array.from({ length: 2_900 }, (_, i) => [`m${i}`, 1])));
      const request = post('/api/v1/payments/create', [`Authorization: Bearer ${tools.target.otherToken}`, json], body);
      return flood(tools, { connections: 4, batch: () => repeat(request, 1) });
    },
  },
  {
    name: 'deep-bodies',
    what: 'sends bodies that are nested as deep as they can be, with a token',
    run: (tools) => {
      const body = `{"cashTag":${'['.repeat(longest / 2)}${']'.repeat(longest / 2)}}`;
      const request = post('/api/v1/payments/create', [`Authorization: Bearer ${tools.target.otherToken}`, json], body);
      return flood(tools, { connections: 4, batch: () => repeat(request, 1) });
    },
  },
  {
    name: 'false-receipts',
    what: 'enters receipts that are none on a payment page',
    run: async (tools) => {
      const { target } = tools;
      const path = `/pay/${target.invoiceId}/receipt`;
      const page = await fetch(target.baseUrl + path);
      const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
      const [, token = ''] = /name="token" value="([^"]+)"/.exec(await page.text()) ?? [];
      const body = new URLSearchParams({ token, webReceipt: `e30.${'a'.repeat(8_000)}.${'A'.repeat(86)}` }).toString();
      const request = post(path, [`Cookie: ${cookie}`, 'Content-Type: application/x-www-form-urlencoded'], body);
      return flood(tools, { connections: 8, batch: () => repeat(request, 2) });
    },
  },
];
