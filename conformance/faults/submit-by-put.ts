import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Submit is done by PUT too. */
export const submitByPut: Fault = {
  id: 'submit-by-put',
  title: 'Submit is done by PUT too',
  breaks: 'submit-is-post',
  start: (options) =>
    startBaseServer(
      { route: (method, path) => lawful.route(method === 'PUT' && path === '/api/v1/payments/submit' ? 'POST' : method, path) },
      options,
    ),
};
