import { type CoreSteps, core } from '../../servers/core/steps.ts';
import type { Operation } from '../../servers/core/store.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Memory } from '../../servers/full/memory.ts';
import { actionOf, editFields, type Fields, fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { editBody, isJson, readAsLawful } from '../changes/change-request.ts';
import { respondInstead } from '../changes/change-response.ts';
import { centReceipt, newestId } from '../changes/find-in-memory.ts';
import type { FaultTable } from '../fault.ts';

/** Puts a right value in the place of a wrong one; undefined takes the field out. For every action or for one. */
function mend(
  field: string,
  isWrong: (value: unknown) => boolean,
  right: (fields: Fields, memory: Memory) => unknown,
  action?: string,
): FullChanges {
  return {
    request(message, memory) {
      if (action !== undefined && actionOf(message) !== action) return;
      editFields(message, (fields) => {
        if (!Object.hasOwn(fields, field) || !isWrong(fields[field])) return;
        fields[field] = right(fields, memory);
        if (fields[field] === undefined) delete fields[field];
      });
    },
  };
}

const isNoText = (value: unknown): boolean => typeof value !== 'string' || value === '';

/** Finds an invoice whose id only resembles the one that is asked for. */
function findResembling(operation: Operation, isMeant: (given: string, id: string) => boolean): Partial<CoreSteps> {
  return {
    findInvoice(call, body) {
      const found = core.findInvoice(call, body);
      if (found !== undefined || call.operation !== operation) return found;
      return call.store.invoices.find(({ id, account }) => account === call.account && isMeant(String(body.invoiceId), id));
    },
  };
}

/** Servers that take values of the wrong type. */
export const requestsTypes: FaultTable = {
  'amount-taken-as-string': {
    title: 'Create takes an `amount` that is a string of digits',
    breaks: 'create-refuses-wrong-types',
    coreSteps: {
      parseBody(call) {
        const body = core.parseBody(call);
        return typeof body.amount === 'string' ? { ...body, amount: Number(body.amount) } : body;
      },
    },
  },
  'no-object-taken': {
    title: 'A body that is JSON and no object is taken for one with defaults',
    breaks: 'create-refuses-wrong-types',
    fullSteps: readAsLawful((text) => isJson(text) && !text.trimStart().startsWith('{')),
  },
  'required-members-any-type': {
    title: 'cashTag and amount are taken whatever their type',
    breaks: 'create-refuses-wrong-types',
    field: 'cashTag',
    fullSteps: editBody((fields) => {
      if (Object.hasOwn(fields, 'cashTag') && typeof fields.cashTag !== 'string') fields.cashTag = 'coffeeshop';
      if (Object.hasOwn(fields, 'amount') && typeof fields.amount !== 'number') fields.amount = Number(fields.amount) || 1;
    }),
  },
  'flag-any-type': {
    title: 'isWhiteLabel is taken whatever its type',
    breaks: 'create-refuses-wrong-types',
    field: 'isWhiteLabel',
    fullSteps: mend(
      'isWhiteLabel',
      (value) => typeof value !== 'boolean',
      ({ isWhiteLabel }) => Boolean(isWhiteLabel),
    ),
  },
  'callback-url-any-type': {
    title: 'A callbackUrl that is no URL is dropped',
    breaks: 'create-refuses-wrong-types',
    field: 'callbackUrl',
    fullSteps: mend(
      'callbackUrl',
      (value) => typeof value !== 'string' || !URL.canParse(value),
      () => undefined,
    ),
  },
  'return-url-any-type': {
    title: 'A returnUrl that is no URL is dropped',
    breaks: 'create-refuses-wrong-types',
    field: 'returnUrl',
    fullSteps: mend(
      'returnUrl',
      (value) => typeof value !== 'string' || !URL.canParse(value),
      () => undefined,
    ),
  },
  'submit-no-object-taken': {
    title: 'A submit that is JSON and no object is taken for the newest invoice',
    breaks: 'submit-refuses-wrong-types',
    fullSteps: readAsLawful((text) => isJson(text) && !text.trimStart().startsWith('{'), 'submit'),
  },
  'submit-junk-id': {
    title: 'Submit credits the newest invoice when the id is no text',
    breaks: 'submit-refuses-wrong-types',
    field: 'invoiceId',
    fullSteps: {
      request(message, memory) {
        const fields = fieldsOf(message);
        if (actionOf(message) !== 'submit' || !fields || !Object.hasOwn(fields, 'invoiceId') || !isNoText(fields.invoiceId))
          return;
        const invoiceId = newestId(memory);
        message.text = JSON.stringify({ invoiceId, webReceipt: centReceipt(memory, invoiceId) });
      },
    },
  },
  'junk-receipt': {
    title: 'A receipt that is no text pays the invoice',
    breaks: 'submit-refuses-wrong-types',
    field: 'webReceipt',
    fullSteps: mend('webReceipt', isNoText, ({ invoiceId }, memory) => centReceipt(memory, invoiceId)),
  },
  'id-made-text': {
    title: 'An invoiceId in an array is looked up as its text',
    breaks: 'fetch-refuses-wrong-types',
    fullSteps: mend('invoiceId', Array.isArray, (fields) =>
      String(fields.invoiceId) === '' ? fields.invoiceId : String(fields.invoiceId),
    ),
  },
  'fetch-no-object-taken': {
    title: 'A fetch that is JSON and no object is taken for the newest invoice',
    breaks: 'fetch-refuses-wrong-types',
    fullSteps: readAsLawful((text) => isJson(text) && !text.trimStart().startsWith('{'), 'fetch'),
  },
  'fetch-junk-id': {
    title: 'Fetch returns the newest invoice when the id is no text',
    breaks: 'fetch-refuses-wrong-types',
    field: 'invoiceId',
    fullSteps: mend('invoiceId', isNoText, (_fields, memory) => newestId(memory), 'fetch'),
  },
  'similar-id': {
    title: 'Fetch compares only the first ten characters of an id',
    breaks: 'fetch-refuses-wrong-types',
    field: 'invoiceId',
    fullSteps: {
      find: (id, account, memory) =>
        memory.invoices.get(id) ??
        [...memory.invoices.values()].find((one) => one.account === account && one.shown.id.slice(0, 10) === id.slice(0, 10)),
    },
  },
  'unknown-id-makes-invoice': {
    title: 'Fetch makes an invoice for an id that no invoice has',
    breaks: 'fetch-refuses-wrong-types',
    coreSteps: {
      findInvoice(call, body) {
        const found = core.findInvoice(call, body);
        if (found !== undefined || call.operation !== 'fetchPayment') return found;
        return core.newInvoice(call, { cashTag: '$nobody', amount: 1 }, String(body.invoiceId));
      },
    },
  },
  'everything-coerced': {
    title: 'Every field of create is made into its type',
    breaks: 'create-never-coerces',
    fullSteps: editBody((fields) => {
      if (['string', 'boolean'].includes(typeof fields.amount)) fields.amount = Number(fields.amount);
      if (Object.hasOwn(fields, 'isWhiteLabel')) fields.isWhiteLabel = Boolean(fields.isWhiteLabel);
      if (typeof fields.cashTag === 'number') fields.cashTag = `tag${fields.cashTag}`;
    }),
  },
  'null-is-absent': {
    title: 'Null for an optional field is as if it were absent',
    breaks: 'create-refuses-null',
    fullSteps: editBody((fields) => {
      for (const name of ['isWhiteLabel', 'callbackUrl', 'returnUrl', 'invoiceId', 'webReceipt'])
        if (fields[name] === null) delete fields[name];
    }),
  },
  'validation-400': {
    title: 'A wrong field is refused with 400',
    breaks: 'create-validation-is-422',
    features: everyFeature,
    fullSteps: { reply: respondInstead('validation_failed', 'malformed_json', 400) },
  },
  'empty-id-unknown': {
    title: 'An empty invoiceId is refused with 404',
    breaks: 'fetch-validation-is-422',
    features: ['problem-details', 'limits'],
    fullSteps: mend(
      'invoiceId',
      (value) => value === '',
      () => 'no-such-invoice',
    ),
  },
  'receipt-out-of-array': {
    title: 'An array of one receipt is taken for the receipt',
    breaks: 'submit-refuses-wrong-types',
    fullSteps: mend('webReceipt', Array.isArray, ({ webReceipt }) => (webReceipt as unknown[])[0] ?? webReceipt),
  },
  'submit-id-trimmed': {
    title: 'Submit cuts white space off the id',
    breaks: 'submit-refuses-wrong-types',
    coreSteps: findResembling('submitReceipt', (given, id) => given.trim() === id),
  },
  'fetch-id-in-any-case': {
    title: 'Fetch compares ids without case',
    breaks: 'fetch-refuses-wrong-types',
    coreSteps: findResembling('fetchPayment', (given, id) => given.toLowerCase() === id),
  },
  'fetch-id-by-beginning': {
    title: 'Fetch takes the beginning of an id',
    breaks: 'fetch-refuses-wrong-types',
    coreSteps: findResembling('fetchPayment', (given, id) => given.length > 4 && id.startsWith(given)),
  },
  'fetch-by-note': {
    title: 'Fetch takes the note for the id',
    breaks: 'fetch-refuses-wrong-types',
    coreSteps: {
      findInvoice: (call, body) =>
        core.findInvoice(call, body) ??
        call.store.invoices.find(({ note, account }) => note === body.invoiceId && account === call.account),
    },
  },
  'amount-from-odd-text': {
    title: 'A text that converts to a number is taken for the amount, but for one of digits and a point',
    breaks: 'create-refuses-wrong-types',
    field: 'amount',
    fullSteps: mend(
      'amount',
      (value) => typeof value === 'string' && !/^[\d.]+$/.test(value) && Number(value) > 0,
      ({ amount }) => Number(amount),
    ),
  },
  'falsy-flag-taken': {
    title: 'What stands for nothing is taken for isWhiteLabel: false',
    breaks: 'create-refuses-wrong-types',
    field: 'isWhiteLabel',
    fullSteps: mend(
      'isWhiteLabel',
      (value) => value === 0 || value === '',
      () => false,
    ),
  },
  'url-without-scheme-taken': {
    title: 'A URL without a scheme is taken',
    breaks: 'create-refuses-wrong-types',
    field: 'callbackUrl',
    fullSteps: editBody((fields) => {
      for (const field of ['callbackUrl', 'returnUrl'])
        if (/^[\w.]+\//.test(String(fields[field]))) fields[field] = `https://${fields[field]}`;
    }),
  },
  'path-as-url-taken': {
    title: 'A path is taken for a URL',
    breaks: 'create-refuses-wrong-types',
    field: 'callbackUrl',
    fullSteps: editBody((fields) => {
      for (const field of ['callbackUrl', 'returnUrl'])
        if (/^\/\w/.test(String(fields[field]))) fields[field] = `https://example.com${fields[field]}`;
    }),
  },
  'id-percent-decoded': {
    title: 'An invoiceId is decoded as in a URL',
    breaks: 'fetch-refuses-wrong-types',
    fullSteps: mend(
      'invoiceId',
      (value) => typeof value === 'string' && /^%[\da-f]{2}\w/.test(value),
      ({ invoiceId }) => decodeURIComponent(String(invoiceId)),
    ),
  },
  'id-in-quotes': {
    title: 'Quotes around an invoiceId are taken off',
    breaks: 'fetch-refuses-wrong-types',
    fullSteps: mend(
      'invoiceId',
      (value) => typeof value === 'string' && value.startsWith('"'),
      ({ invoiceId }) => String(invoiceId).slice(1, -1),
    ),
  },
};
