import { createClient, ReceiptError } from '@payment-invoice/client';

const payments = createClient({ baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8080', token: process.env.TOKEN ?? '' });

// The `id` that create returned, and the receipt that the payer received (in the sandbox from POST /sandbox/payments).
const invoiceId = process.env.INVOICE_ID ?? 'inv_…';
const webReceipt = process.env.WEB_RECEIPT ?? 'eyJ0eXAi…';

try {
  const invoice = await payments.submitReceipt({ invoiceId, webReceipt });
  console.log(`${invoice.id} is ${invoice.status}: ${invoice.paidAmount} of ${invoice.amount} paid.`);
} catch (error) {
  // A ReceiptError means that the receipt was refused. `code` says why, and the table of errors says what to do.
  if (!(error instanceof ReceiptError)) throw error;
  console.error(error.code);
  process.exitCode = 1;
}
