import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch is served under /api/v2 alone. */
export const fetchAtV2: Fault = {
  id: 'fetch-at-v2',
  title: 'Fetch is served under /api/v2 alone',
  breaks: 'paths-under-v1',
  start: (options) =>
    startBaseServer(
      {
        route: (method, path) =>
          path === '/api/v1/payments/fetch'
            ? undefined
            : lawful.route(method, path === '/api/v2/payments/fetch' ? '/api/v1/payments/fetch' : path),
      },
      options,
    ),
};
