import { expect, vi } from 'vitest';
import type { TestServer } from '../start-test-server.ts';

/** A user who has signed in to the console. Requests are sent without a browser. */
export interface ConsoleReader {
  cookie: string;
  formToken: string;
  get(path: string): Promise<{ status: number; text: string; headers: Headers }>;
  /** Sends a form as a browser does. `fields` and `headers` override the defaults. */
  send(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; location: string | null; headers: Headers }>;
}

/** Signs in to the console with a token. */
export async function openConsole(server: TestServer, token = server.token): Promise<ConsoleReader> {
  const page = await fetch(`${server.baseUrl}/sandbox`);
  const formToken = /name="form" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const cookies = cookiesOf(page.headers);
  const send = async (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const response = await fetch(server.baseUrl + path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ form: formToken, ...fields }),
      headers: { 'sec-fetch-site': 'same-origin', cookie: cookies.join('; '), ...headers },
    });
    const location = response.headers.get('location');
    return { status: response.status, text: await response.text(), location, headers: response.headers };
  };
  const signedIn = await send('/sandbox/sign-in', { token });
  if (signedIn.status !== 303) throw new Error(`The console let nobody in: ${signedIn.status}.`);
  cookies.push(...cookiesOf(signedIn.headers));
  const cookie = cookies.join('; ');
  return {
    cookie,
    formToken,
    send,
    get: async (path) => {
      const response = await fetch(server.baseUrl + path, { headers: { cookie }, redirect: 'manual' });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
  };
}

const cookiesOf = (headers: Headers): string[] => headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

/** Waits until the server has logged `count` attempts with this outcome. */
export async function untilDelivered(server: TestServer, outcome: string, count: number): Promise<void> {
  const ended = () => server.log.filter((line) => line.includes(`"outcome":"${outcome}"`)).length;
  await vi.waitFor(() => expect(ended()).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 10 });
}
