import { type CoreSteps, core } from '../../servers/core/steps.ts';
import type { Operation } from '../../servers/core/store.ts';
import { actionOf, fieldsOf } from '../../servers/full/message.ts';
import { full } from '../../servers/full/steps.ts';
import { inCore } from '../changes/change-core.ts';
import { isJson, mendField, readAsLawful } from '../changes/change-request.ts';
import { onRequest } from '../changes/change-step.ts';
import { centReceipt, newestId } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

const isNoText = (value: unknown): boolean => typeof value !== 'string' || value === '';

/** Makes one operation find an invoice although the given id only resembles the invoice's id. `isMeant` compares the two. */
function findResembling(operation: Operation, isMeant: (given: string, id: string) => boolean): Partial<CoreSteps> {
  return {
    findInvoice(call, body) {
      const found = core.findInvoice(call, body);
      if (found !== undefined || call.operation !== operation) return found;
      return call.store.invoices.find(({ id, account }) => account === call.account && isMeant(String(body.invoiceId), id));
    },
  };
}

/** Looks an invoice up by a changed form of the id in the request. */
const findBy = (change: (id: string) => string): Partial<CoreSteps> => ({
  findInvoice: (call, body) => core.findInvoice(call, { ...body, invoiceId: change(String(body.invoiceId)) }),
});

/** Servers that accept an id or a receipt of a wrong type, or an id that only resembles a known one. */
export const requestsIds: FaultTable = sharing({ breaks: 'fetch-refuses-wrong-types' })({
  ...sharing({ breaks: 'submit-refuses-wrong-types' })({
    'submit-no-object-taken': {
      title: 'A submit that is JSON but not an object counts as one for the newest invoice',
      fullSteps: readAsLawful((text) => isJson(text) && !text.trimStart().startsWith('{'), 'submit'),
    },
    'submit-junk-id': {
      title: 'Submit credits the newest invoice if the id is not a string',
      field: 'invoiceId',
      fullSteps: onRequest((message, memory) => {
        const fields = fieldsOf(message);
        if (actionOf(message) !== 'submit' || !fields || !Object.hasOwn(fields, 'invoiceId') || !isNoText(fields.invoiceId))
          return;
        const invoiceId = newestId(memory);
        message.text = JSON.stringify({ invoiceId, webReceipt: centReceipt(memory, invoiceId) });
      }),
    },
    'junk-receipt': {
      title: 'A receipt that is not a string pays the invoice',
      field: 'webReceipt',
      fullSteps: mendField('webReceipt', isNoText, ({ invoiceId }, memory) => centReceipt(memory, invoiceId)),
    },
    'receipt-out-of-array': {
      title: 'An array of one receipt counts as the receipt',
      fullSteps: mendField('webReceipt', Array.isArray, ({ webReceipt }) => (webReceipt as unknown[])[0] ?? webReceipt),
    },
    'submit-id-trimmed': {
      title: 'Submit cuts white space off the id',
      coreSteps: findResembling('submitReceipt', (given, id) => given.trim() === id),
    },
    'submit-id-of-an-object': {
      title: 'Submit accepts the id inside an object',
      coreSteps: inCore('parseBody', (call) => {
        const body = core.parseBody(call);
        const { id } = (body.invoiceId ?? {}) as { id?: unknown };
        return call.operation === 'submitReceipt' && id !== undefined ? { ...body, invoiceId: id } : body;
      }),
    },
    'submit-reads-pairs': {
      title: 'Submit accepts pairs of names and values as an object',
      fullSteps: readAsLawful((text) => text.startsWith('[["'), 'submit'),
    },
  }),
  'id-made-text': {
    title: 'An invoiceId in an array is looked up as its text',
    fullSteps: mendField('invoiceId', Array.isArray, (fields) =>
      String(fields.invoiceId) === '' ? fields.invoiceId : String(fields.invoiceId),
    ),
  },
  'fetch-no-object-taken': {
    title: 'A fetch that is JSON but not an object counts as one for the newest invoice',
    fullSteps: readAsLawful((text) => isJson(text) && !text.trimStart().startsWith('{'), 'fetch'),
  },
  'fetch-junk-id': {
    title: 'Fetch returns the newest invoice if the id is not a string',
    field: 'invoiceId',
    fullSteps: mendField('invoiceId', isNoText, (_fields, memory) => newestId(memory), 'fetch'),
  },
  'id-read-as-number': {
    title: 'Ids are numbers, so 042, +42 and 42.0 mean 42',
    field: 'invoiceId',
    fullSteps: () => {
      let count = 41;
      return { idOf: () => String(++count), find: (id, account, memory) => full.find(String(Number(id)), account, memory) };
    },
  },
  'similar-id': {
    title: 'Fetch compares only the first ten characters of an id',
    field: 'invoiceId',
    fullSteps: {
      find: (id, account, memory) =>
        memory.invoices.get(id) ??
        [...memory.invoices.values()].find((one) => one.account === account && one.shown.id.slice(0, 10) === id.slice(0, 10)),
    },
  },
  'unknown-id-makes-invoice': {
    title: 'Fetch makes an invoice for an id that no invoice has',
    coreSteps: inCore('findInvoice', (call, body) => {
      const found = core.findInvoice(call, body);
      if (found !== undefined || call.operation !== 'fetchPayment') return found;
      return core.newInvoice(call, { cashTag: '$nobody', amount: 1 }, String(body.invoiceId));
    }),
  },
  'fetch-id-in-any-case': {
    title: 'Fetch compares ids without case',
    coreSteps: findResembling('fetchPayment', (given, id) => given.toLowerCase() === id),
  },
  'fetch-id-by-beginning': {
    title: 'Fetch accepts the beginning of an id',
    coreSteps: findResembling('fetchPayment', (given, id) => given.length > 4 && id.startsWith(given)),
  },
  'fetch-by-note': {
    title: 'Fetch accepts the note as the id',
    coreSteps: inCore(
      'findInvoice',
      (call, body) =>
        core.findInvoice(call, body) ??
        call.store.invoices.find(({ note, account }) => note === body.invoiceId && account === call.account),
    ),
  },
  'id-percent-decoded': {
    title: 'An invoiceId is decoded as in a URL',
    fullSteps: mendField(
      'invoiceId',
      (value) => typeof value === 'string' && /^%[\da-f]{2}\w/.test(value),
      ({ invoiceId }) => decodeURIComponent(String(invoiceId)),
    ),
  },
  'id-in-quotes': {
    title: 'Quotes around an invoiceId are removed',
    fullSteps: mendField(
      'invoiceId',
      (value) => typeof value === 'string' && value.startsWith('"'),
      ({ invoiceId }) => String(invoiceId).slice(1, -1),
    ),
  },
  'ids-without-unseen': {
    title: 'Invisible characters are removed from an id before it is looked up',
    coreSteps: findBy((id) => id.replace(/[\u00ad\u200b\ufeff]/g, '')),
  },
  'ids-normalised': {
    title: 'Full-width letters and digits in an id count as ASCII',
    coreSteps: findBy((id) => id.normalize('NFKC')),
  },
  'latest-is-an-id': {
    title: 'The id "latest" means the newest invoice',
    coreSteps: inCore('findInvoice', (call, body) =>
      body.invoiceId === 'latest' ? call.store.invoices.at(-1) : core.findInvoice(call, body),
    ),
  },
  'fetch-reads-pairs': {
    title: 'Fetch accepts pairs of names and values as an object',
    fullSteps: readAsLawful((text) => text.startsWith('[["'), 'fetch'),
  },
});
