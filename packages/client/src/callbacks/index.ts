/**
 * Callbacks, with which the service tells you that an invoice changed. They are a separate entry, so that an
 * application that only creates invoices does not bundle them.
 */
export type { InvoiceEvent, InvoiceEventType, InvoiceStatus, PaymentInvoice } from '../types.ts';
export {
  createMemoryEventStore,
  createSqlEventStore,
  type EventStore,
  eventTableSql,
  handleOnce,
  type OnceOutcome,
  type Query,
  type SqlEventStoreOptions,
} from './handle-once.ts';
export {
  CallbackError,
  type CallbackErrorCode,
  type CallbackHeaders,
  type VerifiedEvent,
  type VerifyOptions,
  verifyCallback,
} from './verify-callback.ts';
