/**
 * Callbacks, by which the service tells you that an invoice changed. They are an entry of their own, so that an application that
 * only creates invoices does not bundle them.
 */
export type { InvoiceEvent, InvoiceEventType, InvoiceStatus, PaymentInvoice } from '../types.ts';
export { CallbackError, type CallbackErrorCode } from './callback-error.ts';
export { type EventStore, handleOnce, type OnceOutcome } from './handle-once.ts';
export { createMemoryEventStore } from './memory-event-store.ts';
export { createSqlEventStore, eventTableSql, type Query, type SqlEventStoreOptions } from './sql-event-store.ts';
export { type CallbackHeaders, type VerifiedEvent, type VerifyOptions, verifyCallback } from './verify-callback.ts';
