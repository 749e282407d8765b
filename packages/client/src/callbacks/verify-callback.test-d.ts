import { expectTypeOf, test } from 'vitest';
import { signTestEvent } from '../test-kit/index.ts';
import { CallbackError, type InvoiceEvent, type InvoiceStatus, type VerifiedEvent, verifyCallback } from './index.ts';

test('an event is typed, and its kinds are open', async () => {
  const event = await verifyCallback('{}', new Headers(), ['whsec_', 'whsec_']);
  expectTypeOf(event).toEqualTypeOf<VerifiedEvent>();
  expectTypeOf(event.webhookId).toBeString();
  expectTypeOf(event.data.status).toEqualTypeOf<InvoiceStatus>();
  if (event.type === 'invoice.paid') expectTypeOf(event.data.paidAmount).toEqualTypeOf<number | null>();
  expectTypeOf<'invoice.frozen'>().toExtend<InvoiceEvent['type']>();
  // @ts-expect-error a misspelt field
  event.data.paymentURL;
});

test('it takes what frameworks give', () => {
  verifyCallback(Buffer.from('{}'), {} as import('node:http').IncomingHttpHeaders, 'whsec_');
  verifyCallback(new ArrayBuffer(2), {} as Headers, 'whsec_');
  // @ts-expect-error a body that is already parsed
  verifyCallback({}, {}, 'whsec_');
});

test('a refusal says why', () => {
  const error = new CallbackError('too_old', '');
  expectTypeOf(error.code).toEqualTypeOf<'bad_signature' | 'too_old' | 'malformed'>();
  // @ts-expect-error a misspelt field
  signTestEvent({ typ: 'invoice.paid' }, 'whsec_');
});
