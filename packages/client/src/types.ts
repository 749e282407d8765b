import type { components } from '@payment-invoice/generated';

type Schemas = components['schemas'];

/** What every operation answers with. Members that this version does not name may be present: ignore them. */
export type PaymentInvoice = Schemas['PaymentInvoice'];
/** What createPayment sends. */
export type CreatePaymentRequest = Schemas['CreatePaymentRequest'];
/** What submitReceipt sends. */
export type SubmitReceiptRequest = Schemas['SubmitReceiptRequest'];
/** What fetchPayment sends. */
export type FetchPaymentRequest = Schemas['FetchPaymentRequest'];
/** Problem details (RFC 9457), as the service sent them. */
export type Problem = Schemas['Problem'];
/** One thing wrong with the request body. */
export type ProblemItem = Schemas['ProblemItem'];
/** Stable name of a problem. Services newer than this client may send names that it does not know. */
export type ProblemCode = Schemas['ProblemCode'] | (string & {});
