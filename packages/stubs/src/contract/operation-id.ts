import type { operations } from '@payment-invoice/generated';

/** The `operationId` of an operation, by which the contract, the handlers and everything else are matched. */
export type OperationId = keyof operations;
