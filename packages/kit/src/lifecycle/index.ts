export { createInvoice, type InvoiceRequest, invoiceLifetime } from './create-invoice.ts';
export { type Decision, decideReceipt, decideUnverified, eventOf, expireIfDue, type ReceiptFacts } from './decide-receipt.ts';
export { describeInvoice, isoTime } from './describe-invoice.ts';
export { type FinalStatus, type Invoice, type InvoiceStatus, isFinal, isTerminal } from './invoice.ts';
export {
  type CallbackType,
  callbackTypeOf,
  type LifecycleEvent,
  type Refusal,
  type Transition,
  transitions,
} from './lifecycle.ts';
export { bindsTo, currencyOf, type Receipt, type RecordedReceipt, type Verdict } from './receipt.ts';
