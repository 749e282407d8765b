import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create answers 500 for members of the wrong type. */
export const wrongTypesAnswer500: Fault = {
  id: 'wrong-types-answer-500',
  title: 'Create answers 500 for members of the wrong type',
  breaks: 'bad-input-is-no-server-error',
  start: (options) =>
    startBaseServer(
      {
        checkBody(call, body) {
          try {
            lawful.checkBody(call, body);
          } catch (error) {
            const complete = 'cashTag' in body && 'amount' in body;
            throw call.operation === 'createPayment' && complete ? new Error('unexpected type') : error;
          }
        },
      },
      options,
    ),
};
