import { type CoreSteps, core } from '../../servers/core/steps.ts';
import { type Call, type Fields, type Operation, Refusal } from '../../servers/core/store.ts';
import { goOnAfter } from '../changes/change-lifecycle.ts';
import { changeText, isJson, readAsLawful } from '../changes/change-request.ts';
import type { FaultTable } from '../fault.ts';

/** Makes one operation continue with another body if the request's body is not JSON. */
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

/** Stands for a body that is not JSON. It is compared by identity, so no empty object from a client can be confused with it. */
const unread = {};

/** Servers in which one operation accepts a body that is not JSON. */
export const requestsMalformedJson: FaultTable = {
  'empty-body-taken': {
    title: 'An empty body counts as one with defaults',
    breaks: 'create-refuses-malformed-json',
    fullSteps: readAsLawful((text) => text === ''),
  },
  'trailing-comma-taken': {
    title: 'A comma before the closing brace is ignored',
    breaks: 'create-refuses-malformed-json',
    fullSteps: changeText((text) => text.replace(/,\s*}$/, '}')),
  },
  'malformed-json-accepted': {
    title: 'Create accepts a body that is not JSON',
    breaks: 'create-refuses-malformed-json',
    coreSteps: parseOr('createPayment', () => ({ cashTag: '$nobody', amount: 1 })),
  },
  'truncated-body-mended': {
    title: 'A body that ends too early is completed',
    breaks: 'submit-refuses-malformed-json',
    fullSteps: changeText((text) => (!isJson(text) && isJson(`${text}}`) ? `${text}}` : text)),
  },
  'submit-takes-malformed-json': {
    title: 'Submit accepts a body that is not JSON',
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
    title: 'Fetch accepts a body that is not JSON',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: parseOr('fetchPayment', ({ store }) => ({ invoiceId: store.invoices.at(-1)?.id })),
  },
  'words-taken': {
    title: 'A body that is not JSON counts as one with defaults',
    breaks: 'fetch-refuses-malformed-json',
    fullSteps: readAsLawful((text) => text !== '' && !/[{[]/.test(text) && !isJson(text)),
  },
  'malformed-and-counted': {
    title: 'A submit whose body is not JSON is refused with 400, and its receipt is counted',
    breaks: 'submit-refuses-malformed-json',
    fullSteps: goOnAfter('malformed_json'),
  },
};
