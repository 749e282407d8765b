import { startBaseServer } from './base-server.ts';
import { Refusal } from './base-store.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Every operation answers 500 to a body that is not JSON. */
export const malformedJsonAnswers500: Fault = {
  id: 'malformed-json-answers-500',
  title: 'Every operation answers 500 to a body that is not JSON',
  breaks: 'bad-input-is-no-server-error',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          try {
            return lawful.parseBody(call);
          } catch (error) {
            // Anything that is no Refusal becomes a 500.
            throw error instanceof Refusal && error.status === 400 ? new Error('not caught', { cause: error }) : error;
          }
        },
      },
      options,
    ),
};
