import type { RecordedRequest } from '../../src/console/journal.ts';

/** Makes a recorded request of the account `acc_1` with this body. */
export const sketchRequest = (body: string, change: Partial<RecordedRequest> = {}): RecordedRequest => ({
  ...{ kind: 'request', requestId: 'req_1', accountId: 'acc_1', invoiceId: undefined, at: 0, ms: 1 },
  ...{ method: 'POST', path: '/api/v1/payments/create', headers: [], body },
  ...{ status: 200, responseHeaders: [], responseBody: '' },
  ...change,
});
