import { keptSeconds } from '@payment-invoice/generated';

/** Milliseconds for which an idempotency key is kept (D-20). */
export const keyLifetime = keptSeconds * 1000;
