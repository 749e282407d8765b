import { type CoreSteps, core } from '../../servers/core/steps.ts';
import { type Fields, Refusal } from '../../servers/core/store.ts';
import { actionOf, headerOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { inCore } from '../changes/change-core.ts';
import { type IsMeant, respondWith } from '../changes/change-response.ts';
import { onRequest } from '../changes/change-step.ts';
import { alike, type FaultTable, sharing } from '../fault.ts';

const turnInto500 = (isMeant: IsMeant): FullChanges => respondWith({ status: 500 }, isMeant);

/** Throws an unexpected error for the bodies for which `when` returns true. The server turns it into a 500. */
function breakDown(when: (body: Fields) => boolean): Partial<CoreSteps> {
  return {
    checkBody(call, body) {
      if (when(body)) throw new RangeError('not thought of');
      core.checkBody(call, body);
    },
  };
}

/** Servers that respond to invalid input with a 500, or not at all. */
export const requestsServerErrors: FaultTable = sharing({ breaks: 'bad-input-is-no-server-error' })({
  ...alike(turnInto500, {
    'no-token-answers-500': ['A request without a token ends in a 500', ({ status }) => status === 401],
    'deep-nesting-answers-500': [
      'A body nested a thousand deep ends in a 500',
      (_reply, { text }) => text?.startsWith('['.repeat(500)),
    ],
    'nul-answers-500': ['U+0000 in a text ends in a 500', (_reply, { text }) => text?.includes('\\u0000')],
    'half-pair-answers-500': ['Half a surrogate pair ends in a 500', (_reply, { text }) => text?.includes('\\ud800')],
    'two-tokens-answer-500': [
      'Two Authorization headers end in a 500',
      (_reply, { headers }) => headers.filter(([name]) => name === 'authorization').length > 1,
    ],
    'long-url-answers-500': [
      'A returnUrl of more than 1,500 characters ends in a 500',
      (_reply, { text }) => /"returnUrl":"[^"]{1500}/.test(text ?? ''),
    ],
    'empty-url-answers-500': ['An empty URL ends in a 500', (_reply, { text }) => /Url":""/.test(text ?? '')],
    'broken-escape-answers-500': [
      'A percent sign without digits in a URL ends in a 500',
      (_reply, { text }) => /Url":"[^"]*%z/.test(text ?? ''),
    ],
    'nan-answers-500': ['NaN is read, and ends in a 500', (_reply, { text }) => /:NaN}$/.test(text ?? '')],
    'unknown-charset-answers-500': [
      'A charset that does not exist ends in a 500',
      (_reply, message) => headerOf(message, 'content-type')?.includes('no-such-charset'),
    ],
    'odd-language-answers-500': [
      'A weight in Accept-Language that is not a number ends in a 500',
      (_reply, message) => headerOf(message, 'accept-language')?.includes('q=x'),
    ],
    'broken-query-answers-500': [
      'A percent sign without digits in a query ends in a 500',
      (_reply, { query }) => /%(?![\da-f]{2})/i.test(query),
    ],
  }),
  'unknown-id-answers-500': {
    title: 'An id that no invoice has ends in a 500',
    field: 'invoiceId',
    fullSteps: turnInto500(({ status }) => status === 404),
  },
  'malformed-json-answers-500': {
    title: 'Every operation returns 500 to a body that is not JSON',
    coreSteps: inCore('parseBody', (call) => {
      try {
        return core.parseBody(call);
      } catch (error) {
        // The server turns any error other than a Refusal into a 500.
        throw error instanceof Refusal && error.status === 400 ? new Error('not caught', { cause: error }) : error;
      }
    }),
  },
  'large-amount-answers-500': {
    title: 'An amount beyond 64 bits ends in a 500',
    features: ['amount-bounds'],
    fullSteps: turnInto500((_reply, { text }) => text?.includes('1e30')),
  },
  'infinite-amount-answers-500': {
    title: 'An amount of 1e400 ends in a 500',
    features: ['amount-bounds'],
    fullSteps: turnInto500((_reply, { text }) => text?.includes('1e400')),
  },
  'nesting-ends-connection': {
    title: 'Deep nesting ends the connection without a response',
    fullSteps: onRequest(({ text }) => {
      if (text?.startsWith('['.repeat(500))) throw new RangeError('Maximum call stack size exceeded');
    }),
  },
  'long-tag-answers-500': {
    title: 'A tag of more than 1000 characters ends in a 500',
    coreSteps: breakDown(({ cashTag }) => String(cashTag).length > 1000),
  },
  'other-script-answers-500': {
    title: 'A tag beyond ASCII ends in a 500',
    coreSteps: breakDown(({ cashTag }) => /[^\0-\x7f]/.test(String(cashTag))),
  },
  'prototype-name-answers-500': {
    title: 'A field named __proto__ or constructor ends in a 500',
    coreSteps: breakDown((body) => Object.hasOwn(body, '__proto__') || Object.hasOwn(body, 'constructor')),
  },
  'huge-amount-answers-500': {
    title: 'An amount above 1e30 ends in a 500',
    coreSteps: breakDown(({ amount }) => Number(amount) > 1e30),
  },
  'unreadable-receipt-answers-500': {
    title: 'A receipt of dots ends in a 500',
    coreSteps: breakDown(({ webReceipt }) => /^\.+$/.test(String(webReceipt))),
  },
  'odd-token-answers-500': {
    title: 'A token with letters beyond ASCII ends in a 500',
    coreSteps: inCore('authenticate', (call) => {
      if (/[^\0-\x7f]/.test(call.authorization ?? '')) throw new RangeError('not ASCII');
      return core.authenticate(call);
    }),
  },
  'half-pair-in-tag-answers-500': {
    title: 'A tag with half a surrogate pair ends in a 500',
    coreSteps: breakDown(({ cashTag }) => /\p{Surrogate}/u.test(String(cashTag))),
  },
  'half-pair-in-id-answers-500': {
    title: 'An id with half a surrogate pair ends in a 500',
    coreSteps: breakDown(({ invoiceId }) => /\p{Surrogate}/u.test(String(invoiceId))),
  },
  'wrong-types-answer-500': {
    title: 'Create returns 500 for fields of the wrong type',
    coreSteps: inCore('checkBody', (call, body) => {
      try {
        core.checkBody(call, body);
      } catch (error) {
        const complete = 'cashTag' in body && 'amount' in body;
        throw call.operation === 'createPayment' && complete ? new Error('unexpected type') : error;
      }
    }),
  },
  'repeated-receipt-answers-500': {
    title: 'A repeated receipt ends in a 500',
    fullSteps: () => {
      const counted = new Set<unknown>();
      return turnInto500((reply, message) => {
        if (actionOf(message) !== 'submit') return false;
        const isAgain = counted.has(message.text);
        if (reply.status < 300) counted.add(message.text);
        return isAgain;
      });
    },
  },
});
