/**
 * The callbacks by which the service tells you that an invoice changed. This is a separate entry of the package, so that an
 * application that only creates invoices does not bundle it.
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
