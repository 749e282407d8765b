/** Callbacks: the service tells you that an invoice changed. An entry of its own: who only creates does not carry it. */
export type { InvoiceEvent, InvoiceEventType, InvoiceStatus, PaymentInvoice } from '../types.ts';
export { CallbackError, type CallbackErrorCode } from './callback-error.ts';
export { type SignedEvent, type SignOptions, signTestEvent, type TestEvent } from './sign-test-event.ts';
export { type CallbackHeaders, type VerifyOptions, verifyCallback } from './verify-callback.ts';
