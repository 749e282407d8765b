import { startBaseServer } from './base-server.ts';
import { Refusal } from './base-store.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create refuses a body with `isWhiteLabel`. */
export const isWhiteLabelRefused: Fault = {
  id: 'is-white-label-refused',
  title: 'Create refuses a body with `isWhiteLabel`',
  breaks: 'create-accepts-is-white-label',
  start: (options) =>
    startBaseServer(
      {
        checkBody(call, body) {
          if ('isWhiteLabel' in body) throw new Refusal(422, 'isWhiteLabel is unknown.');
          lawful.checkBody(call, body);
        },
      },
      options,
    ),
};
