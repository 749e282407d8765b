import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create answers without an Authorization header. */
export const createWithoutAuthentication: Fault = {
  id: 'create-without-authentication',
  title: 'Create answers without an Authorization header',
  breaks: 'create-requires-token',
  start: (options) =>
    startBaseServer(
      {
        authenticate: (call) =>
          lawful.authenticate(call) ??
          (call.operation === 'createPayment' && call.authorization === undefined ? 'merchant' : undefined),
      },
      options,
    ),
};
