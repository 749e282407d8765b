// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
import type { components } from './types.ts';
/** The smallest valid body of a create request. */
export const exampleCreate = {
  "cashTag": "$coffeeshop",
  "amount": 12.5
} as const;
/** An invoice that waits for its payment. */
export const exampleInvoice: components['schemas']['PaymentInvoice'] = {
  "id": "inv_01kaj8z0m3v7q2w9x5t4r6y8hc",
  "paymentUrl": "http://127.0.0.1:8080/pay/inv_01kaj8z0m3v7q2w9x5t4r6y8hc",
  "cashTag": "$coffeeshop",
  "note": "7QK2M-X9D4T",
  "amount": 12.5,
  "isWhiteLabel": false,
  "receiptId": null,
  "paidAmount": null,
  "status": "PENDING",
  "returnUrl": null,
  "expiresAt": "2026-11-21T10:30:00.000Z",
  "createdAt": "2026-11-21T10:00:00.000Z"
};
