import { type CoreSteps, core } from '../../servers/core/steps.ts';
import { type Call, type Fields, type Operation, Refusal } from '../../servers/core/store.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { actionOf, headerOf } from '../../servers/full/message.ts';
import { isJson, lawfulBody, readAsLawful } from '../changes/change-request.ts';
import { respondInstead } from '../changes/change-response.ts';
import { centReceipt, newestId } from '../changes/find-in-memory.ts';
import type { FaultTable } from '../fault.ts';

/** Takes a body that is not JSON for another one, at one operation. */
function parseOr(operation: Operation, otherwise: (call: Call) => Fields): Partial<CoreSteps> {
  return {
    parseBody(call) {
      try {
        return core.parseBody(call);
      } catch (error) {
        if (call.operation !== operation || !(error instanceof Refusal) || error.status !== 400) throw error;
        return otherwise(call);
      }
    },
  };
}

/** Stands for a body that was not JSON; compared by identity, so that no body of a client is taken for it. */
const unread = {};

/** Servers that take a body that is not JSON or is too large. */
export const requestsJson: FaultTable = {
  'empty-body-taken': {
    title: 'An empty body is taken for one with defaults',
    breaks: 'create-refuses-malformed-json',
    fullSteps: readAsLawful((text) => text === ''),
  },
  'trailing-comma-taken': {
    title: 'A comma before the closing brace is read over',
    breaks: 'create-refuses-malformed-json',
    fullSteps: {
      request(message) {
        message.text = message.text?.replace(/,\s*}$/, '}');
      },
    },
  },
  'malformed-json-accepted': {
    title: 'Create takes a body that is not JSON',
    breaks: 'create-refuses-malformed-json',
    coreSteps: parseOr('createPayment', () => ({ cashTag: '$nobody', amount: 1 })),
  },
  'truncated-body-mended': {
    title: 'A body that ends too early is completed',
    breaks: 'submit-refuses-malformed-json',
    fullSteps: {
      request(message) {
        if (message.text?.startsWith('{') && !isJson(message.text) && isJson(`${message.text}}`)) message.text += '}';
      },
    },
  },
  'submit-takes-malformed-json': {
    title: 'Submit takes a body that is not JSON',
    breaks: 'submit-refuses-malformed-json',
    coreSteps: {
      ...parseOr('submitReceipt', () => unread),
      checkBody(call, body) {
        if (body !== unread) core.checkBody(call, body);
      },
      findInvoice: (call, body) => (body === unread ? call.store.invoices.at(-1) : core.findInvoice(call, body)),
      applyReceipt(invoice, body) {
        if (body !== unread) core.applyReceipt(invoice, body);
      },
    },
  },
  'fetch-takes-malformed-json': {
    title: 'Fetch takes a body that is not JSON',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: parseOr('fetchPayment', ({ store }) => ({ invoiceId: store.invoices.at(-1)?.id })),
  },
  'words-taken': {
    title: 'What is no JSON at all is taken for a body with defaults',
    breaks: 'fetch-refuses-malformed-json',
    fullSteps: readAsLawful((text) => text !== '' && !/[{[]/.test(text) && !isJson(text)),
  },
  'malformed-422': {
    title: 'Malformed JSON is refused with 422',
    breaks: 'malformed-json-is-400',
    features: everyFeature,
    fullSteps: { reply: respondInstead('malformed_json', 'validation_failed', 422) },
  },
  'lenient-json': {
    title: 'Comments, NaN and what stands behind the body are read over',
    breaks: 'malformed-json-is-400',
    fullSteps: {
      request(message, memory) {
        const text = message.text ?? '';
        const mended = text.replace('/**/', '').replace(/} invoice$/, '}');
        if (!text.includes(':NaN}')) message.text = mended;
        else if (actionOf(message) === 'create') message.text = mended.replace('NaN', '1');
        else {
          const invoiceId = newestId(memory);
          message.text = JSON.stringify({
            invoiceId,
            ...(actionOf(message) === 'submit' && { webReceipt: centReceipt(memory, invoiceId) }),
          });
        }
      },
    },
  },
  'byte-order-mark-taken': {
    title: 'A byte order mark is read over',
    breaks: 'invalid-utf8-is-400',
    fullSteps: {
      request(message) {
        message.text = message.text?.replace(/^\uFEFF/, '');
      },
    },
  },
  'any-bytes-taken': {
    title: 'Bytes that are no UTF-8 are read over',
    breaks: 'invalid-utf8-is-400',
    fullSteps: {
      request(message, memory) {
        message.text ??= lawfulBody(message, memory);
      },
    },
  },
  'members-twice-taken': {
    title: 'Of two fields of one name the last counts',
    breaks: 'member-twice-is-400',
    fullSteps: {
      request(message) {
        try {
          message.text = JSON.stringify(JSON.parse(message.text ?? ''));
        } catch {
          // Not JSON: the server refuses it later.
        }
      },
    },
  },
  'too-large-400': {
    title: 'A body that is too large is refused with 400',
    breaks: 'large-body-is-413',
    features: everyFeature,
    fullSteps: { reply: respondInstead('payload_too_large', 'malformed_json', 400) },
  },
  'any-size': {
    title: 'A body of any size is read',
    breaks: 'large-body-is-413',
    fullSteps: {
      request(message) {
        message.bytes = Math.min(message.bytes, 1000);
      },
    },
  },
  'largest-body-refused': {
    title: 'A body of 32 KiB is refused',
    breaks: 'large-body-is-413',
    fullSteps: {
      request(message) {
        if (message.bytes === 32 * 1024) message.bytes++;
      },
    },
  },
  'chunks-unlimited': {
    title: 'A body whose length is not told may be of any size',
    breaks: 'large-body-is-413',
    fullSteps: {
      request(message) {
        if (headerOf(message, 'transfer-encoding') !== undefined) message.bytes = 0;
      },
    },
  },
  'chunks-not-read': {
    title: 'A body whose length is not told is not read',
    breaks: 'large-body-is-413',
    fullSteps: {
      request(message) {
        if (headerOf(message, 'transfer-encoding') !== undefined) message.text = '';
      },
    },
  },
};
