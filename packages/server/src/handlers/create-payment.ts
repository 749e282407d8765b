import { type Handler, ProblemError, type ProblemItem } from '@payment-invoice/stubs';
import { type Cents, centsOfNumber } from '../engine/cents.ts';
import { createInvoice } from '../engine/create-invoice.ts';
import type { Services } from '../services.ts';
import type { Principal } from '../tokens/authenticate.ts';
import { checkUrl } from './check-url.ts';
import { describeInvoice } from './describe-invoice.ts';

/** A note has 50 random bits: even among a billion invoices the third try comes once in 10¹². */
const TRIES = 5;

/** Creates an invoice. */
export function createPayment({ store, now, randomBytes, baseUrl }: Services): Handler<'createPayment', Principal> {
  return async ({ body, principal }) => {
    const amount = centsOfNumber(body.amount);
    checkValues(amount, [checkUrl('callbackUrl', body.callbackUrl), checkUrl('returnUrl', body.returnUrl)]);
    const request = {
      accountId: principal.accountId,
      cashTag: body.cashTag,
      amount,
      // Always there: the contract's default was filled in.
      isWhiteLabel: body.isWhiteLabel === true,
      callbackUrl: body.callbackUrl ?? null,
      returnUrl: body.returnUrl ?? null,
    };
    for (let i = 0; i < TRIES; i++) {
      const invoice = createInvoice(request, now(), randomBytes);
      if (await store.createInvoice(invoice)) return { status: 200, body: describeInvoice(invoice, baseUrl()) };
    }
    throw new Error(`No free note was found in ${TRIES} tries: the source of randomness repeats itself.`);
  };
}

/** What a schema cannot say. @throws ProblemError validation_failed */
function checkValues(amount: Cents | undefined, found: readonly (ProblemItem | undefined)[]): asserts amount is Cents {
  const errors = found.filter((item) => item !== undefined);
  if (amount === undefined) {
    errors.unshift({ pointer: '/amount', code: 'amount_precision', detail: 'amount must have at most two decimals.' });
  }
  if (errors.length > 0) {
    throw new ProblemError('validation_failed', 'Members of the body are not what they must be: `errors` names each.', {
      errors,
    });
  }
}
