import { type Handler, type HandlerInput, ProblemError, type ProblemItem } from '@payment-invoice/stubs';
import type { Cents } from '../engine/cents.ts';
import { createInvoice } from '../engine/create-invoice.ts';
import { centsOfSource } from '../engine/read-amount.ts';
import { fingerprint } from '../idempotency/fingerprint.ts';
import { readIdempotencyKey } from '../idempotency/read-key.ts';
import type { Services } from '../services.ts';
import type { Principal } from '../tokens/authenticate.ts';
import { describeInvoice } from './describe-invoice.ts';
import { findUrlFaults } from './find-url-faults.ts';

/** A note has 50 random bits: even among a billion invoices the third try comes once in 10¹². */
const TRIES = 5;

/** Creates an invoice, once for each idempotency key. */
export function createPayment(services: Services): Handler<'createPayment', Principal> {
  const { store, now, randomBytes, baseUrl, invoiceLifetime } = services;
  return async (input) => {
    const amount = examineCreate(services, input);
    const { body, headers, principal } = input;
    const request = {
      accountId: principal.accountId,
      cashTag: body.cashTag,
      amount,
      // Always there: the contract's default was filled in.
      isWhiteLabel: body.isWhiteLabel === true,
      callbackUrl: body.callbackUrl ?? null,
      returnUrl: body.returnUrl ?? null,
    };
    const key = readIdempotencyKey(headers['Idempotency-Key']);
    const claim = key === undefined ? undefined : { operation: 'createPayment', key, fingerprint: fingerprint(body) };
    for (let i = 0; i < TRIES; i++) {
      const invoice = createInvoice(request, now(), randomBytes, invoiceLifetime);
      const answer = describeInvoice(invoice, baseUrl());
      const creation = await store.createInvoice(invoice, claim && { ...claim, answer: Buffer.from(JSON.stringify(answer)) });
      switch (creation.kind) {
        case 'created':
          return { status: 200, body: answer };
        case 'replayed':
          return { status: 200, body: JSON.parse(creation.answer.toString()), headers: { 'Idempotent-Replayed': 'true' } };
        case 'reused':
          throw new ProblemError(
            'idempotency_key_reused',
            'This Idempotency-Key belongs to a create with another body. Send that body, or use a new key.',
          );
      }
    }
    throw new Error(`No free note was found in ${TRIES} tries: the source of randomness repeats itself.`);
  };
}

/** Judges what a schema cannot say of a create, and gives its amount. @throws ProblemError validation_failed */
export function examineCreate(
  { isSandbox, cashTagPattern }: Pick<Services, 'isSandbox' | 'cashTagPattern'>,
  { body, sourceOf }: Pick<HandlerInput<'createPayment', Principal>, 'body' | 'sourceOf'>,
): Cents {
  const amount = centsOfSource(sourceOf('/amount') ?? '');
  const faults = findUrlFaults(body, { sandbox: isSandbox });
  if (cashTagPattern?.test(body.cashTag) === false) {
    faults.unshift({ pointer: '/cashTag', code: 'pattern', detail: 'cashTag is no tag that this service knows.' });
  }
  checkValues(amount, faults);
  return amount;
}

function checkValues(amount: Cents | undefined, found: readonly ProblemItem[]): asserts amount is Cents {
  const errors = [...found];
  if (amount === undefined) {
    errors.unshift({ pointer: '/amount', code: 'amount_precision', detail: 'amount must have at most two decimals.' });
  }
  if (errors.length > 0) {
    throw new ProblemError('validation_failed', 'Members of the body are not what they must be: `errors` names each.', {
      errors,
    });
  }
}
