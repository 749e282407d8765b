/** Callbacks: the service tells you that an invoice changed. An entry of its own: whoever only creates does not carry it. */
export type { InvoiceEvent, InvoiceEventType, InvoiceStatus, PaymentInvoice } from '../types.ts';
export { CallbackError, type CallbackErrorCode } from './callback-error.ts';
export { type EventStore, handleOnce, type OnceOutcome } from './handle-once.ts';
export { createMemoryEventStore } from './memory-event-store.ts';
export { createSqlEventStore, eventTableSql, type Query, type SqlEventStoreOptions } from './sql-event-store.ts';
export { type CallbackHeaders, type VerifiedEvent, type VerifyOptions, verifyCallback } from './verify-callback.ts';
