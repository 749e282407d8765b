import { createHash } from 'node:crypto';
import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';

/** Equal create bodies make equal ids. */
export const idFromBody: Fault = {
  id: 'id-from-body',
  title: 'Equal create bodies make equal ids',
  breaks: 'create-ids-distinct',
  field: 'id',
  start: (options) =>
    startBaseServer(
      { newId: (_call, body) => `inv_${createHash('sha256').update(JSON.stringify(body)).digest('hex')}` },
      options,
    ),
};
