import { startBaseServer } from './base-server.ts';
import { Refusal } from './base-store.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create refuses a body with `callbackUrl`. */
export const callbackUrlRefused: Fault = {
  id: 'callback-url-refused',
  title: 'Create refuses a body with `callbackUrl`',
  breaks: 'create-accepts-callback-url',
  start: (options) =>
    startBaseServer(
      {
        checkBody(call, body) {
          if ('callbackUrl' in body) throw new Refusal(422, 'callbackUrl is unknown.');
          lawful.checkBody(call, body);
        },
      },
      options,
    ),
};
