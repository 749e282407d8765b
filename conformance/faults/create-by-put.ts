import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create is done by PUT too. */
export const createByPut: Fault = {
  id: 'create-by-put',
  title: 'Create is done by PUT too',
  breaks: 'create-is-post',
  start: (options) =>
    startBaseServer(
      { route: (method, path) => lawful.route(method === 'PUT' && path === '/api/v1/payments/create' ? 'POST' : method, path) },
      options,
    ),
};
