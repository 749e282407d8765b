/** Functions that receive callbacks. A separate entry point, so that programs that only create invoices do not bundle them. */
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
