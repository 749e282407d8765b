import { startBaseServer } from './base-server.ts';
import { Refusal } from './base-store.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create refuses a body with `returnUrl`. */
export const returnUrlRefused: Fault = {
  id: 'return-url-refused',
  title: 'Create refuses a body with `returnUrl`',
  breaks: 'create-accepts-return-url',
  start: (options) =>
    startBaseServer(
      {
        checkBody(call, body) {
          if ('returnUrl' in body) throw new Refusal(422, 'returnUrl is unknown.');
          lawful.checkBody(call, body);
        },
      },
      options,
    ),
};
