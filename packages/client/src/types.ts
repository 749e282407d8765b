import type { components, eventStatuses, operations, operationTable, problems } from '@payment-invoice/generated';

type Schemas = components['schemas'];

/** Compiles only for `never`. Otherwise the compiler shows the sentence that is passed. */
export type MustBeNone<Sentence extends never> = Sentence;

/** A set of strings that may grow: editors suggest the known ones, and code can handle unknown ones without a cast. */
export type Open<Known extends string> = Known | (string & {});

/** An operation of the contract, by its operationId. */
export type OperationId = keyof typeof operationTable;
/**
 * The status of an invoice. PENDING and UNDER_PAID are open; PAID, FAILED and EXPIRED are final. No status will be added, so code
 * may rely on the list being complete.
 */
export type InvoiceStatus = Schemas['InvoiceStatus'];
/**
 * The payment invoice, as every operation returns it. A newer service may send additional fields: check `'name' in invoice`
 * before you read such a field.
 */
export type PaymentInvoice = Schemas['PaymentInvoice'];
/** An amount in major units: a number, or a decimal string such as "12.50". At most two decimals. */
export type Amount = number | string;

/**
 * A request body as callers may write it. An optional field may also be undefined, because JSON leaves it out. It may not be
 * null, because a service may refuse that.
 */
export type Loose<Body> = {
  [Field in keyof Body]: Record<never, never> extends Pick<Body, Field> ? Exclude<Body[Field], null> | undefined : Body[Field];
};

/** The request body of an operation. Its amount, if it has one, may be a decimal string. */
export type RequestOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Loose<{ [Field in keyof Body]: Field extends 'amount' ? Amount : Body[Field] }>
  : never;
/** The request body of createPayment. */
export type CreatePaymentRequest = RequestOf<'createPayment'>;
/** The request body of submitReceipt. */
export type SubmitReceiptRequest = RequestOf<'submitReceipt'>;
/** The request body of fetchPayment. */
export type FetchPaymentRequest = RequestOf<'fetchPayment'>;

/** The kind of a callback event. More kinds may be added: respond with 2xx to kinds that you do not know. */
export type InvoiceEventType = Open<keyof typeof eventStatuses>;
/** The body of a callback. */
export type InvoiceEvent = {
  [Field in keyof Schemas['InvoiceEvent']]: Field extends 'type' ? InvoiceEventType : Schemas['InvoiceEvent'][Field];
};

type Problems = typeof problems;
/** The codes of the problems that have one of these statuses. */
export type CodesOf<Status extends number> = {
  [Code in keyof Problems]: Problems[Code]['status'] extends Status ? Code : never;
}[keyof Problems];
/** Every HTTP status that the contract assigns to a problem code. */
export type ProblemStatus = Problems[keyof Problems]['status'];
/** The statuses that mean that the service failed. */
export type ServerStatus = {
  [Status in ProblemStatus]: `${Status}` extends `5${string}` ? Status : never;
}[ProblemStatus];
/** The stable name of a problem. A service that is newer than this client may send names that the client does not know. */
export type ProblemCode = Open<Schemas['ProblemCode']>;
/** One mistake in a request body. */
export type ProblemItem = {
  [Field in keyof Schemas['ProblemItem']]: Field extends 'code'
    ? Open<Schemas['ProblemItem'][Field]>
    : Schemas['ProblemItem'][Field];
};
/** Problem details (RFC 9457), as the service sent them. */
export type Problem = {
  [Field in keyof Schemas['Problem']]: Field extends 'code'
    ? ProblemCode
    : Field extends 'errors'
      ? ProblemItem[]
      : Schemas['Problem'][Field];
};
