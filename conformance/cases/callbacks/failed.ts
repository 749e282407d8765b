import type { DeclareCases } from '../../src/case/case.ts';
import { playEvent } from '../derive/lifecycle/events.ts';

/** The event of a failed payment. */
export const failedCases: DeclareCases = () => [
  {
    id: 'callbacks/failed',
    title: 'A failed payment sends invoice.failed',
    requirement: 'event-type-names-change',
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    derived: true,
    proves: ['callback of receipt-payment-failed in PENDING'],
    run: (context) => playEvent(context, 'receipt-payment-failed', 'PENDING'),
  },
];
