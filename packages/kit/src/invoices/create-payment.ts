import { type ExaminerInput, type Handler, ProblemError, type ProblemItem, type RequestBody } from '@payment-invoice/stubs';
import { fingerprint, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { describeInvoice } from '../lifecycle/describe-invoice.ts';
import { createInvoice, type InvoiceRequest, invoiceLifetime as usualLifetime } from '../lifecycle/invoice.ts';
import { centsOfNumber } from '../money/cents.ts';
import type { Principal } from '../tokens/authenticate.ts';
import { type CallbackPolicy, findCallbackUrlViolation, findReturnUrlViolation } from '../urls/find-callback-url-violation.ts';
import type { Services } from './services.ts';

/** The maximum number of notes to try. Even with a billion invoices, only one create in 10¹² needs a third try. */
const tries = 5;

const reused = 'This Idempotency-Key was used for a create with another body. Send that body, or use a new key.';

/** Makes the handler that creates an invoice. Repeated requests with the same idempotency key create only one invoice. */
export function createPayment(services: Services): Handler<'createPayment', Principal> {
  const { store, now, randomBytes, baseUrl, invoiceLifetime = usualLifetime } = services;
  return async (input) => {
    examineCreate(services, input);
    const { body, headers, principal } = input;
    const request = readCreate(principal.accountId, body);
    const key = readIdempotencyKey(headers['Idempotency-Key']);
    const claim = key === undefined ? undefined : { operation: 'createPayment', key, fingerprint: fingerprint(body) };
    for (let i = 0; i < tries; i++) {
      const invoice = createInvoice(request, now(), randomBytes, invoiceLifetime);
      const response = describeInvoice(invoice, baseUrl());
      const creation = await store.createInvoice(invoice, claim && { ...claim, response: Buffer.from(JSON.stringify(response)) });
      if (creation.kind === 'created') return { status: 200, body: response };
      if (creation.kind === 'replayed')
        return { status: 200, body: JSON.parse(creation.response.toString()), headers: { 'Idempotent-Replayed': 'true' } };
      if (creation.kind === 'reused') throw new ProblemError('idempotency_key_reused', reused);
    }
    throw new Error(`No free note was found in ${tries} tries: the source of randomness repeats itself.`);
  };
}

/** Converts the body of a create request to the engine's types. */
export function readCreate(accountId: string, body: RequestBody<'createPayment'>): InvoiceRequest {
  const amount = centsOfNumber(body.amount);
  if (amount === undefined) throw new Error('The amount of a create is not in whole cents, but was not refused.');
  const { cashTag, callbackUrl = null, returnUrl = null } = body;
  // The validator has filled in the contract's default for a missing `isWhiteLabel`.
  return { accountId, cashTag, amount, isWhiteLabel: body.isWhiteLabel === true, callbackUrl, returnUrl };
}

/** Checks the fields of a create request against rules that a schema cannot express. Throws validation_failed. */
export function examineCreate(
  { isSandbox, cashTagPattern }: Pick<Services, 'isSandbox' | 'cashTagPattern'>,
  { body }: Pick<ExaminerInput<'createPayment', Principal>, 'body'>,
): void {
  const errors = findUrlViolations(body, { sandbox: isSandbox });
  if (body.cashTag !== undefined && cashTagPattern?.test(body.cashTag) === false)
    errors.unshift({ pointer: '/cashTag', code: 'pattern', detail: 'cashTag is not a tag that this service knows.' });
  if (errors.length === 0) return;
  throw new ProblemError('validation_failed', 'Some fields of the body are not valid: `errors` names each.', { errors });
}

/** Finds violations that the contract's schema cannot detect in the URLs of a create request (D-11, D-23). */
function findUrlViolations(
  body: Pick<RequestBody<'createPayment'>, 'callbackUrl' | 'returnUrl'>,
  policy: CallbackPolicy,
): ProblemItem[] {
  const { callbackUrl, returnUrl } = body;
  const violations = {
    callbackUrl: callbackUrl === undefined ? undefined : findCallbackUrlViolation(callbackUrl, policy),
    returnUrl: returnUrl === undefined ? undefined : findReturnUrlViolation(returnUrl, policy),
  };
  return Object.entries(violations).flatMap(([name, violation]) =>
    violation ? [{ pointer: `/${name}`, code: violation.code, detail: `${name} ${violation.detail}` }] : [],
  );
}
