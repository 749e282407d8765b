import { type CoreSteps, core } from '../../servers/core/steps.ts';
import { type Call, type Fields, type Operation, Refusal } from '../../servers/core/store.ts';
import { isJson, readAsLawful } from '../changes/change-request.ts';
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

/** Reads a text that is not JSON as the JSON that it resembles, at one operation. */
function mendText(operation: Operation, mend: (text: string) => string): Partial<CoreSteps> {
  return parseOr(operation, (call) => {
    const text = mend(Buffer.from(call.bytes).toString('utf8'));
    return core.parseBody({ ...call, bytes: Buffer.from(text) });
  });
}

const mends = {
  comments: (text: string): string => text.replace(/\/\*.*?\*\//, '').replace(/\/\/ .*$/, ''),
  behind: (text: string): string => text.replace(/^(\{[^{}]*\}).*$/s, '$1'),
  quotes: (text: string): string => text.replaceAll("'", '"'),
  commas: (text: string): string => text.replace(',}', '}').replace('{,', '{'),
  controls: (text: string): string => [...text].filter((character) => character >= ' ').join(''),
  escapes: (text: string): string => text.replace(/\\(?:x41|a|0|'|u12|u\{41\}|U00000041)/, ''),
  numbers: (text: string): string => text.replace(/:(?:NaN|Infinity|\+12|012)}$/, ':12}'),
};

/** Servers that read at one operation what is no JSON. */
export const requestsMalformedJson: FaultTable = {
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
  'create-reads-over-comments': {
    title: 'Create reads over comments',
    breaks: 'create-refuses-malformed-json',
    coreSteps: mendText('createPayment', mends.comments),
  },
  'create-reads-over-what-is-behind': {
    title: 'Create reads over what stands behind the JSON',
    breaks: 'create-refuses-malformed-json',
    coreSteps: mendText('createPayment', mends.behind),
  },
  'create-reads-over-quotes': {
    title: 'Create reads over names and texts in other quotes',
    breaks: 'create-refuses-malformed-json',
    coreSteps: mendText('createPayment', mends.quotes),
  },
  'create-reads-over-commas': {
    title: 'Create reads over a comma too many',
    breaks: 'create-refuses-malformed-json',
    coreSteps: mendText('createPayment', mends.commas),
  },
  'create-reads-over-control-characters': {
    title: 'Create reads over control characters in texts',
    breaks: 'create-refuses-malformed-json',
    coreSteps: mendText('createPayment', mends.controls),
  },
  'create-reads-over-escapes': {
    title: 'Create reads over escapes that JSON does not know',
    breaks: 'create-refuses-malformed-json',
    coreSteps: mendText('createPayment', mends.escapes),
  },
  'create-reads-over-numbers': {
    title: 'Create reads over numbers that are none',
    breaks: 'create-refuses-malformed-json',
    coreSteps: mendText('createPayment', mends.numbers),
  },
  'submit-reads-over-comments': {
    title: 'Submit reads over comments',
    breaks: 'submit-refuses-malformed-json',
    coreSteps: mendText('submitReceipt', mends.comments),
  },
  'submit-reads-over-what-is-behind': {
    title: 'Submit reads over what stands behind the JSON',
    breaks: 'submit-refuses-malformed-json',
    coreSteps: mendText('submitReceipt', mends.behind),
  },
  'submit-reads-over-quotes': {
    title: 'Submit reads over names and texts in other quotes',
    breaks: 'submit-refuses-malformed-json',
    coreSteps: mendText('submitReceipt', mends.quotes),
  },
  'submit-reads-over-commas': {
    title: 'Submit reads over a comma too many',
    breaks: 'submit-refuses-malformed-json',
    coreSteps: mendText('submitReceipt', mends.commas),
  },
  'submit-reads-over-control-characters': {
    title: 'Submit reads over control characters in texts',
    breaks: 'submit-refuses-malformed-json',
    coreSteps: mendText('submitReceipt', mends.controls),
  },
  'submit-reads-over-escapes': {
    title: 'Submit reads over escapes that JSON does not know',
    breaks: 'submit-refuses-malformed-json',
    coreSteps: mendText('submitReceipt', mends.escapes),
  },
  'submit-reads-over-numbers': {
    title: 'Submit reads over numbers that are none',
    breaks: 'submit-refuses-malformed-json',
    coreSteps: mendText('submitReceipt', mends.numbers),
  },
  'fetch-reads-over-comments': {
    title: 'Fetch reads over comments',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: mendText('fetchPayment', mends.comments),
  },
  'fetch-reads-over-what-is-behind': {
    title: 'Fetch reads over what stands behind the JSON',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: mendText('fetchPayment', mends.behind),
  },
  'fetch-reads-over-quotes': {
    title: 'Fetch reads over names and texts in other quotes',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: mendText('fetchPayment', mends.quotes),
  },
  'fetch-reads-over-commas': {
    title: 'Fetch reads over a comma too many',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: mendText('fetchPayment', mends.commas),
  },
  'fetch-reads-over-control-characters': {
    title: 'Fetch reads over control characters in texts',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: mendText('fetchPayment', mends.controls),
  },
  'fetch-reads-over-escapes': {
    title: 'Fetch reads over escapes that JSON does not know',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: mendText('fetchPayment', mends.escapes),
  },
  'fetch-reads-over-numbers': {
    title: 'Fetch reads over numbers that are none',
    breaks: 'fetch-refuses-malformed-json',
    coreSteps: mendText('fetchPayment', mends.numbers),
  },
};
