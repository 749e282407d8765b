export { createPayment, examineCreate, readCreate } from './create-payment.ts';
export { fetchPayment } from './fetch-payment.ts';
export type { InvoiceStore, ReceiptKey, ReceiptRecord } from './services.ts';
export { invoiceNotFound, type Services } from './services.ts';
export { submit, submitReceipt } from './submit-receipt.ts';
export { createSweeper, type Sweeper } from './sweeper.ts';
