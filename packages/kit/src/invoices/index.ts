export { createPayment, examineCreate, readCreate } from './create-payment.ts';
export { fetchPayment } from './fetch-payment.ts';
export { invoiceNotFound } from './invoice-not-found.ts';
export type { InvoiceStore, ReceiptKey, ReceiptRecord } from './invoice-store.ts';
export type { Services } from './services.ts';
export { submit, submitReceipt } from './submit-receipt.ts';
export { createSweeper, type Sweeper } from './sweeper.ts';
