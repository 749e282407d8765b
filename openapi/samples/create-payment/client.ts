import { createClient } from '@payment-invoice/client';

// Set BASE_URL and TOKEN to the values that `npm start` prints.
const payments = createClient({ baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8080', token: process.env.TOKEN ?? '' });

const invoice = await payments.createPayment({ cashTag: '$coffeeshop', amount: 12.5 });
console.log(`${invoice.id} is ${invoice.status}.`);
console.log(`Send the payer to ${invoice.paymentUrl}; the payment must carry the note ${invoice.note}.`);
