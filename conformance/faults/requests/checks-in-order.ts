import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import { actionOf, type Fields, headerOf } from '../../servers/full/message.ts';
import { countOf } from '../changes/change-limits.ts';
import { editBody } from '../changes/change-request.ts';
import { respondInstead } from '../changes/change-response.ts';
import { inLifecycle, onReply, onRequest } from '../changes/change-step.ts';
import { giveToken } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that check a request in the wrong order. */
export const requestsChecksInOrder: FaultTable = sharing({ breaks: 'checks-in-order' })({
  'body-before-token': {
    title: 'The body is judged before the token',
    fullSteps: respondInstead('unauthenticated', 'malformed_json', 400, (_reply, { text }) => text === '{'),
  },
  'body-before-media-type': {
    title: 'The body is judged before its media type and its size',
    fullSteps: respondInstead(
      ['unsupported_media_type', 'payload_too_large'],
      'malformed_json',
      400,
      (_reply, message) => (headerOf(message, 'content-type') ?? '') === '',
    ),
  },
  'media-type-before-size-in-chunks': {
    title: 'The media type is judged before the size of a body of unstated length',
    features: ['limits', 'problem-details'],
    fullSteps: respondInstead('payload_too_large', 'unsupported_media_type', 415, (_reply, message) =>
      ['content-type', 'content-length'].every((name) => headerOf(message, name) === undefined),
    ),
  },
  'token-before-path': {
    title: 'The token is checked before the path and the method',
    fullSteps: onRequest((message) => {
      if (headerOf(message, 'authorization') === undefined)
        Object.assign(message, { method: 'POST', path: '/api/v1/payments/fetch' });
    }),
  },
  'schema-before-rate': {
    title: 'The fields are judged before the rate',
    features: ['rate-limits', 'problem-details'],
    fullSteps: respondInstead('rate_limited', 'validation_failed', 422, (_reply, { text }) => text === '{}'),
  },
  'size-before-token': {
    title: 'The size is judged before the token',
    fullSteps: onRequest((message, memory) => {
      if (message.bytes > 32 * 1024) giveToken(message, memory);
    }),
  },
  'size-before-scope': {
    title: 'The size is judged before the scope',
    features: ['scopes', 'problem-details'],
    fullSteps: onRequest((message, memory) => {
      if (message.bytes > 32 * 1024 && headerOf(message, 'authorization') !== undefined) giveToken(message, memory);
    }),
  },
  'json-before-scope': {
    title: 'The body is read before the scope is checked',
    features: ['scopes', 'problem-details'],
    fullSteps: onRequest((message, memory) => {
      if (message.text === '{' && headerOf(message, 'authorization') !== undefined) giveToken(message, memory);
    }),
  },
  'key-before-members': {
    title: 'The Idempotency-Key is judged before the fields',
    features: ['idempotency', 'problem-details'],
    fullSteps: onRequest((message) => {
      if ((headerOf(message, 'idempotency-key') ?? '').length > 255) message.text = '{"cashTag":"coffeeshop","amount":1}';
    }),
  },
  'invoice-before-members': {
    title: 'The invoice is looked up before the fields are judged',
    fullSteps: editBody((fields, message) => {
      if (actionOf(message) === 'submit' && typeof fields.invoiceId === 'string') fields.webReceipt ??= 'none';
    }),
  },
  'junk-before-invoice': {
    title: 'A receipt that nobody issued is reported as invalid before the invoice is looked up',
    breaks: 'submit-checks-in-order/invoice-before-signature',
    features: ['lifecycle', 'problem-details'],
    fullSteps: onReply((reply, message, memory) => {
      const receipt = /"webReceipt":"([^"]*)"/.exec(message.text ?? '')?.[1];
      if (reply.status !== 404 || receipt === undefined || memory.receipts.has(receipt)) return;
      reply.status = 422;
      Object.assign(reply.body as object, { status: 422, code: 'receipt_invalid' });
    }),
  },
  'junk-before-final': {
    title: 'A receipt that nobody issued is reported as invalid before the final state is checked',
    breaks: 'submit-checks-in-order/final-before-signature',
    features: ['lifecycle', 'problem-details'],
    fullSteps: {
      request(message, memory) {
        const receipt = /"webReceipt":"([^"]*)"/.exec(message.text ?? '')?.[1];
        if (receipt !== undefined && !memory.receipts.has(receipt)) memory.down.add('verifier');
        else memory.down.delete('verifier');
      },
      lifecycle: { closedBy: () => undefined },
    },
  },
  'payment-before-binding': {
    title: 'A payment that is not final is reported before its invoice is checked',
    breaks: 'submit-checks-in-order/binding-before-payment',
    features: ['lifecycle', 'problem-details'],
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) =>
      receipt?.outcome === 'pending' ? 'receipt_not_final' : lifecycle.unfit(invoice, text, receipt, memory),
    ),
  },
  'binding-before-used': {
    title: 'The invoice of a receipt is checked before its use',
    breaks: 'submit-checks-in-order/used-before-binding',
    features: ['lifecycle', 'problem-details'],
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) =>
      receipt && receipt.note !== invoice.shown.note ? 'receipt_mismatch' : lifecycle.unfit(invoice, text, receipt, memory),
    ),
  },
  'rate-before-scope': {
    title: 'The rate is judged before the scope',
    features: everyFeature,
    fullSteps: onReply((reply, message, { counted }) => {
      const problem = reply.body as Fields;
      const spent = (counted.get(countOf(actionOf(message)))?.length ?? 0) >= 60;
      if (problem.code !== 'insufficient_scope' || !spent) return;
      Object.assign(problem, { code: 'rate_limited', status: 429 });
      Object.assign(reply, { status: 429 });
      reply.headers['Retry-After'] = '60';
    }),
  },
  'invoice-rate-before-members': {
    title: 'The limit for one invoice is judged before the fields of the body',
    features: everyFeature,
    fullSteps: editBody((fields, message, { counted }) => {
      const times = counted.get(`merchant submitReceipt for ${fields.invoiceId}`) ?? [];
      if (actionOf(message) === 'submit' && times.length >= 10) fields.webReceipt = 'any';
    }),
  },
  'used-key-before-fields': {
    title: 'A key that another body has used is refused before the fields are checked',
    features: ['idempotency', 'problem-details'],
    fullSteps: onReply((reply, message, { keys }) => {
      const key = headerOf(message, 'idempotency-key');
      const isUsed = key !== undefined && [...keys.keys()].some((one) => one.endsWith(` ${key}`));
      if (isUsed && reply.status === 422) Object.assign(reply.body as object, { code: 'idempotency_key_reused' });
    }),
  },
});
