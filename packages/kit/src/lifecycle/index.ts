export { type Decision, decideReceipt, decideUnverified, eventOf, expireIfDue, type ReceiptFacts } from './decide-receipt.ts';
export { describeInvoice, isoTime } from './describe-invoice.ts';
export {
  type CallbackType,
  callbackTypeOf,
  createInvoice,
  type FinalStatus,
  type Invoice,
  type InvoiceRequest,
  type InvoiceStatus,
  invoiceLifetime,
  isFinal,
  type LifecycleEvent,
  type ReceiptEvent,
  type Refusal,
  type Transition,
  transitions,
} from './invoice.ts';
export { bindsTo, currencyOf, type Receipt, type RecordedReceipt, type Verdict } from './receipt.ts';
