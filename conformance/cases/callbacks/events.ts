import type { DeclareCases } from '../../src/case/case.ts';
import { playEvent } from '../derive/lifecycle/events.ts';

/** The event of each change that only the lifecycle's table demands. */
export const eventsCases: DeclareCases = () => [
  {
    id: 'callbacks/expired',
    title: 'An expiry sends invoice.expired, read or not',
    requirement: 'callback-at-each-change',
    covers: ['event-timestamp'],
    movesClock: true,
    operations: ['create-payment'],
    derived: true,
    proves: ['callback of expiry-due in PENDING'],
    run: (context) => playEvent(context, 'expiry-due', 'PENDING'),
  },
  {
    id: 'callbacks/failed',
    title: 'A failed payment sends invoice.failed',
    requirement: 'callback-at-each-change',
    covers: ['event-type-names-change'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    derived: true,
    proves: ['callback of receipt-payment-failed in PENDING'],
    run: (context) => playEvent(context, 'receipt-payment-failed', 'PENDING'),
  },
  {
    id: 'callbacks/over-paid',
    title: 'A payment of more than the amount sends invoice.paid',
    requirement: 'callback-at-each-change',
    covers: ['event-type-names-change'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    derived: true,
    proves: ['callback of receipt-reaches-amount in PENDING'],
    run: (context) => playEvent(context, 'receipt-reaches-amount', 'PENDING'),
  },
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
