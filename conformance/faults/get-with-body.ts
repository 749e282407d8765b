import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** A handler that is there for any method, and reads a body wherever there is one. */
export const getWithBodyFaults: readonly Fault[] = ['create', 'submit', 'fetch'].map((action) => ({
  id: `${action}-by-get-with-body`,
  title: `${action} is done by GET too, with the same body`,
  breaks: `${action}-is-post`,
  start: (options) =>
    startBaseServer(
      {
        route: (method, path) => lawful.route(method === 'GET' && path === `/api/v1/payments/${action}` ? 'POST' : method, path),
      },
      options,
    ),
}));
