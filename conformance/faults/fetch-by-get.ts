import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch is done by GET too, with `invoiceId` in the query. */
export const fetchByGet: Fault = {
  id: 'fetch-by-get',
  title: 'Fetch is done by GET too, with `invoiceId` in the query',
  breaks: 'fetch-is-post',
  start: (options) =>
    startBaseServer(
      {
        route: (method, path) => lawful.route(method === 'GET' && path === '/api/v1/payments/fetch' ? 'POST' : method, path),
        parseBody(call) {
          const invoiceId = call.url.searchParams.get('invoiceId');
          return invoiceId !== null && call.bytes.length === 0 ? { invoiceId } : lawful.parseBody(call);
        },
      },
      options,
    ),
};
