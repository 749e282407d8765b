import type { Attack, SiegeTools } from '../attack.ts';
import { flood, repeat, writeRequest } from '../flood.ts';

/** Signs in to the console, and returns the request header that contains the session. */
async function signIn({ target }: SiegeTools): Promise<string> {
  const page = await fetch(`${target.baseUrl}/sandbox`);
  const [, form = ''] = /name="form" value="([^"]+)"/.exec(await page.text()) ?? [];
  const given = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const response = await fetch(`${target.baseUrl}/sandbox/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: given.join('; ') },
    body: new URLSearchParams({ form, token: target.otherToken, way: '/sandbox' }),
  });
  const session = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (response.status !== 303) throw new Error(`Signing in at the console failed with ${response.status}.`);
  return `Cookie: ${[...given, ...session].join('; ')}`;
}

/** Makes an attack that opens event streams. Meanwhile, requests of the same account change what the streams show. */
const openStreams = (name: string, what: string, reads: boolean): Attack => ({
  name,
  what,
  run: async (tools) => {
    const session = await signIn(tools);
    const stream = writeRequest('/sandbox/live/requests', { head: [session] });
    const head = [`Authorization: Bearer ${tools.target.otherToken}`, 'Content-Type: application/json'];
    const request = writeRequest('/api/v1/payments/fetch', { method: 'POST', head, body: '{"invoiceId":"inv_none"}' });
    const floods = await Promise.all([
      // A connection never sends a second request, because the response to a stream request never ends.
      flood(tools, { connections: 400, reads, batch: () => ({ bytes: stream, responses: Number.POSITIVE_INFINITY }) }),
      flood(tools, { connections: 1, batch: () => repeat(request, 4) }),
    ]);
    return { bytes: floods.reduce((sum, { bytes }) => sum + bytes, 0) };
  },
});

/** Attacks on a sandbox's console by someone who has a token for it. */
export const consoleAttacks: readonly Attack[] = [
  openStreams('event-streams', 'opens 400 streams of events of the console', true),
  openStreams('unread-streams', 'opens 400 streams of events of the console and reads nothing', false),
  {
    name: 'recorder-flood',
    what: 'sends long requests, which the console keeps, with a token',
    run: (tools) => {
      const head = [
        `Authorization: Bearer ${tools.target.otherToken}`,
        'Content-Type: application/json',
        `User-Agent: ${'a'.repeat(4_000)}`,
      ];
      const batch = () => {
        const body = JSON.stringify({ invoiceId: `inv_${tools.random()}${'a'.repeat(30_000)}` });
        return repeat(writeRequest('/api/v1/payments/fetch', { method: 'POST', head, body }), 1);
      };
      return flood(tools, { connections: 4, batch });
    },
  },
  {
    name: 'console-pages',
    what: 'loads the list of requests of the console again and again, with a session',
    run: async (tools) => {
      const request = writeRequest('/sandbox/requests', { head: [await signIn(tools)] });
      return flood(tools, { connections: 8, batch: () => repeat(request, 4) });
    },
  },
  {
    name: 'sign-in-page',
    what: 'loads the page of the console on which one signs in, again and again',
    run: (tools) => flood(tools, { connections: 8, batch: () => repeat(writeRequest('/sandbox'), 8) }),
  },
];
