import { createClient } from '@payment-invoice/client';

const payments = createClient({ baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8080', token: process.env.TOKEN ?? '' });

// The `id` that create returned.
const invoice = await payments.fetchPayment({ invoiceId: process.env.INVOICE_ID ?? 'inv_…' });
console.log(`${invoice.id} is ${invoice.status}, until ${invoice.expiresAt}.`);
