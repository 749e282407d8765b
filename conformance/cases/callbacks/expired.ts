import type { DeclareCases } from '../../src/case/case.ts';
import { playEvent } from '../derive/lifecycle/events.ts';

/** The event of an expiry. */
export const expiredCases: DeclareCases = () => [
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
];
