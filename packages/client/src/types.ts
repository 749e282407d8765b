import type { components } from '@payment-invoice/generated';

type Schemas = components['schemas'];

/** A set that may grow: known values are offered and checked by the editor, unknown ones are read without a cast. */
type Open<Known extends string> = Known | (string & {});

/** Where an invoice stands. PAID, FAILED and EXPIRED are final. A value that this version does not know breaks no reader. */
export type InvoiceStatus = Open<Schemas['InvoiceStatus']>;
/** What every operation answers with. Members that this version does not name may be present: read them with `'name' in invoice`. */
export type PaymentInvoice = Omit<Schemas['PaymentInvoice'], 'status'> & { status: InvoiceStatus };
/** An amount in major units: a number, or a decimal string such as "12.50". At most two decimals. */
export type Amount = number | string;
/** What createPayment sends. */
export type CreatePaymentRequest = Omit<Schemas['CreatePaymentRequest'], 'amount'> & { amount: Amount };
/** What submitReceipt sends. */
export type SubmitReceiptRequest = Schemas['SubmitReceiptRequest'];
/** What fetchPayment sends. */
export type FetchPaymentRequest = Schemas['FetchPaymentRequest'];
/** What happened to an invoice, as a callback says it. More kinds may come: answer 2xx to those you do not know. */
export type InvoiceEventType = Open<`invoice.${Lowercase<Exclude<Schemas['InvoiceStatus'], 'PENDING'>>}`>;
/** What a callback carries. */
export type InvoiceEvent = Omit<Schemas['InvoiceEvent'], 'type' | 'data'> & { type: InvoiceEventType; data: PaymentInvoice };
/** Stable name of a problem. Services newer than this client may send names that it does not know. */
export type ProblemCode = Open<Schemas['ProblemCode']>;
/** One thing wrong with the request body. */
export type ProblemItem = Omit<Schemas['ProblemItem'], 'code'> & { code: Open<Schemas['ProblemItem']['code']> };
/** Problem details (RFC 9457), as the service sent them. */
export type Problem = Omit<Schemas['Problem'], 'code' | 'errors'> & { code: ProblemCode; errors?: ProblemItem[] };
