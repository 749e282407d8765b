import { startBaseServer } from './base-server.ts';
import type { Call } from './base-store.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

// The token itself, or what curl --user makes of it.
const known = ({ store: { accounts } }: Call, token: string): string | undefined =>
  accounts.get(token) ?? accounts.get(Buffer.from(token, 'base64').toString().replace(/^:|:$/, ''));

/** Create takes the token under the scheme Basic. */
export const createAcceptsBasicScheme: Fault = {
  id: 'create-accepts-basic-scheme',
  title: 'Create takes the token under the scheme Basic',
  breaks: 'create-requires-token',
  start: (options) =>
    startBaseServer(
      {
        authenticate(call) {
          const token = call.operation === 'createPayment' ? /^Basic (\S+)$/i.exec(call.authorization ?? '')?.[1] : undefined;
          return lawful.authenticate(call) ?? (token === undefined ? undefined : known(call, token));
        },
      },
      options,
    ),
};
