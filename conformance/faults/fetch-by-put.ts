import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch is done by PUT too. */
export const fetchByPut: Fault = {
  id: 'fetch-by-put',
  title: 'Fetch is done by PUT too',
  breaks: 'fetch-is-post',
  start: (options) =>
    startBaseServer(
      { route: (method, path) => lawful.route(method === 'PUT' && path === '/api/v1/payments/fetch' ? 'POST' : method, path) },
      options,
    ),
};
