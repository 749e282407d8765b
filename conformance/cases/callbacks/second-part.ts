import type { DeclareCases } from '../../src/case/case.ts';
import { playEvent } from '../derive/lifecycle/events.ts';

/** The event of a second part payment. */
export const secondPartCases: DeclareCases = () => [
  {
    id: 'callbacks/second-part',
    title: 'A second part that leaves the invoice UNDER_PAID sends an event of its own',
    requirement: 'callback-at-each-change',
    covers: ['event-sequence-without-gaps'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    derived: true,
    proves: ['callback of receipt-below-amount in UNDER_PAID'],
    run: (context) => playEvent(context, 'receipt-below-amount', 'UNDER_PAID'),
  },
];
