import type { DeclareCases } from '../../src/case/case.ts';
import { playEvent } from '../derive/lifecycle/events.ts';

/** The event of a payment over the amount. */
export const overPaidCases: DeclareCases = () => [
  {
    id: 'callbacks/over-paid',
    title: 'A payment of more than the amount sends invoice.paid',
    requirement: 'event-type-names-change',
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    derived: true,
    proves: ['callback of receipt-reaches-amount in PENDING'],
    run: (context) => playEvent(context, 'receipt-reaches-amount', 'PENDING'),
  },
];
