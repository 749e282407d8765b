import type { operations } from '@payment-invoice/generated';

/** The `operationId` of an operation: the key that joins the contract, the handlers and everything else. */
export type OperationId = keyof operations;
