import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Every second create uses the id of the one before. */
export const idUsedTwice: Fault = {
  id: 'id-used-twice',
  title: 'Every second create uses the id of the one before',
  breaks: 'create-ids-distinct',
  field: 'id',
  start: (options) =>
    startBaseServer(
      {
        newId(call, body) {
          const { invoices } = call.store;
          return (invoices.length % 2 === 1 ? invoices.at(-1)?.id : undefined) ?? lawful.newId(call, body);
        },
      },
      options,
    ),
};
