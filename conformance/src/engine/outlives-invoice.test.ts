/** An invoice that expires while a case is busy with it: what the case saw then is no defect. */
import { expect, test } from 'vitest';
import type { Recorded } from '../wire/recorder.ts';
import { outlivesInvoice } from './outlives-invoice.ts';

const created = (seconds: number, ago: number): Recorded => ({
  ...{ scope: 'a-case', index: 0 },
  exchange: {
    ...{ url: '', request: { method: 'POST', path: '/create', headers: [] }, milliseconds: 1 },
    startedAt: new Date(Date.now() - ago * 1000).toISOString(),
    answer: {
      ...{ status: 200, headers: [] },
      // The deployment's clock may say anything; how long an invoice lives is the difference.
      text: JSON.stringify({ createdAt: '2020-01-01T00:00:00.000Z', expiresAt: new Date(1577836800000 + seconds * 1000) }),
    },
  },
});

test.each([
  ['it lived for two seconds, and was made three seconds ago', 2, 3, true],
  ['it lives for half an hour', 1800, 3, false],
])('%s: %#', (_what, seconds, ago, outlived) => {
  expect(outlivesInvoice('a-case', [created(seconds, ago)])).toBe(outlived);
  expect(outlivesInvoice('another-case', [created(seconds, ago)])).toBe(false);
});
