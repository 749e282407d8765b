export { createHandlers } from './create-handlers.ts';
export { examineCreate, readCreate } from './create-payment.ts';
export { type InvoiceStore, invoiceNotFound, type ReceiptKey, type ReceiptRecord, type Services } from './services.ts';
export { submit } from './submit-receipt.ts';
export { createSweeper, type Sweeper } from './sweeper.ts';
