/** Tests that the client accepts every fetch that integrators use. */

import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { expectTypeOf, test } from 'vitest';
import { createClient, type Fetch } from '../index.ts';
import { createNodeFetch } from '../node.ts';

const options = { baseUrl: 'http://127.0.0.1:8080', token: 'token' };

test('the global one, undici’s plain and through a proxy, and Node’s http', () => {
  const dispatcher = new ProxyAgent('http://127.0.0.1:3128');
  createClient({ ...options, fetch });
  createClient({ ...options, fetch: globalThis.fetch });
  createClient({ ...options, fetch: undiciFetch });
  createClient({ ...options, fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }) });
  createClient({ ...options, fetch: createNodeFetch() });
  createClient({ ...options, fetch: (url, init) => fetch(url, { ...init, keepalive: true }) });
  expectTypeOf(undiciFetch).toExtend<Fetch>();
  // @ts-expect-error it gives no response
  createClient({ ...options, fetch: async () => undefined });
});
