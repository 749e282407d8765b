import type { operations } from '@payment-invoice/generated';

/** The contract's operations that a client calls. */
export type OperationId = keyof operations;
