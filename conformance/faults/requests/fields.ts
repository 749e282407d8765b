import { type CoreSteps, core } from '../../servers/core/steps.ts';
import { Refusal } from '../../servers/core/store.ts';
import { type Fields, headerOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addDefaults, inCore } from '../changes/change-core.ts';
import { goOnAfter } from '../changes/change-lifecycle.ts';
import { changeText, editBody, readAsLawful } from '../changes/change-request.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Makes a create fail if its body has this optional field. */
function refuseBodyWith(field: string): Partial<CoreSteps> {
  return {
    checkBody(call, body) {
      if (field in body) throw new Refusal(422, `${field} is unknown.`);
      core.checkBody(call, body);
    },
  };
}

const fieldNames = ['cashTag', 'amount', 'isWhiteLabel', 'callbackUrl', 'returnUrl', 'invoiceId', 'webReceipt'];
const requiredFields = ['cashTag', 'amount', 'invoiceId', 'webReceipt'];

function dropUnknown(fields: Fields): void {
  for (const name of Object.keys(fields)) if (!fieldNames.includes(name)) delete fields[name];
}

function renameFields(change: (name: string) => string): FullChanges {
  return editBody((fields) => {
    for (const [name, value] of Object.entries(fields)) {
      if (change(name) === name) continue;
      delete fields[name];
      fields[change(name)] = value;
    }
  });
}

/** Servers that accept bodies without a required field or with an unknown one, or refuse bodies with an optional field. */
export const requestsFields: FaultTable = {
  ...sharing({ breaks: 'create-refuses-unknown-members' })({
    'x-members-ignored': {
      title: 'Fields that begin with x-, or have no name, are ignored',
      fullSteps: editBody((fields) => {
        delete fields['x-trace'];
        delete fields[''];
      }),
    },
    'unknown-members-taken': { title: 'Unknown fields are ignored', fullSteps: editBody(dropUnknown) },
    'unknown-nulls-taken': {
      title: 'An unknown field that is null is ignored',
      fullSteps: editBody((fields) => {
        for (const [name, value] of Object.entries(fields)) if (value === null && !fieldNames.includes(name)) delete fields[name];
      }),
    },
    'names-in-any-case': {
      title: 'Fields are accepted with names in any case',
      fullSteps: renameFields((name) => requiredFields.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name),
    },
    'names-folded': {
      title: 'Names of fields are compared with Unicode case folding: a long s is an s',
      fullSteps: renameFields((name) => name.replace('ſ', 's').replace('K', 'k')),
    },
    'is-white-label-without-is': {
      title: 'isWhiteLabel is known as whiteLabel too',
      fullSteps: renameFields((name) => (name === 'whiteLabel' ? 'isWhiteLabel' : name)),
    },
  }),
  'empty-object-taken': {
    title: 'An empty object counts as one with defaults',
    breaks: 'create-requires-cash-tag',
    fullSteps: readAsLawful((text) => text.trim() === '{}'),
  },
  'missing-cash-tag-accepted': {
    title: 'Create accepts a body without `cashTag`',
    breaks: 'create-requires-cash-tag',
    coreSteps: addDefaults('createPayment', () => ({ cashTag: '$nobody' })),
  },
  'missing-amount-accepted': {
    title: 'Create accepts a body without `amount`',
    breaks: 'create-requires-amount',
    coreSteps: addDefaults('createPayment', () => ({ amount: 1 })),
  },
  // This server takes the missing id from the text of the receipt, which contains the id of its invoice.
  'submit-without-invoice-id': {
    title: 'Submit accepts a body without `invoiceId`',
    breaks: 'submit-requires-invoice-id',
    coreSteps: addDefaults('submitReceipt', (_call, body) => ({ invoiceId: String(body.webReceipt).split(':')[1] })),
  },
  'submit-without-web-receipt': {
    title: 'Submit accepts a body without `webReceipt`',
    breaks: 'submit-requires-web-receipt',
    coreSteps: {
      checkBody(call, body) {
        core.checkBody(call, call.operation === 'submitReceipt' ? { webReceipt: 'none', ...body } : body);
      },
      applyReceipt(invoice, body) {
        if ('webReceipt' in body) core.applyReceipt(invoice, body);
      },
    },
  },
  'fetch-without-invoice-id': {
    title: 'Fetch returns the newest invoice when `invoiceId` is missing',
    breaks: 'fetch-requires-invoice-id',
    coreSteps: addDefaults('fetchPayment', ({ store }) => ({ invoiceId: store.invoices.at(-1)?.id })),
  },
  'is-white-label-refused': {
    title: 'Create refuses a body with `isWhiteLabel`',
    breaks: 'create-accepts-is-white-label',
    coreSteps: refuseBodyWith('isWhiteLabel'),
  },
  'callback-url-refused': {
    title: 'Create refuses a body with `callbackUrl`',
    breaks: 'create-accepts-callback-url',
    coreSteps: refuseBodyWith('callbackUrl'),
  },
  'return-url-refused': {
    title: 'Create refuses a body with `returnUrl`',
    breaks: 'create-accepts-return-url',
    coreSteps: refuseBodyWith('returnUrl'),
  },
  'names-with-underscores': {
    title: 'Fields are known by names with underscores too',
    breaks: 'fetch-refuses-unknown-members',
    fullSteps: renameFields((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  },
  ...sharing({ breaks: 'submit-refuses-unknown-members' })({
    'class-names-passed-over': {
      title: 'A field @class is left to the JSON library',
      fullSteps: editBody((fields) => {
        delete fields['@class'];
      }),
    },
    'submit-unknown-members-taken': {
      title: 'Submit ignores unknown fields',
      fullSteps: editBody((fields) => (Object.hasOwn(fields, 'webReceipt') ? dropUnknown(fields) : undefined)),
    },
    'prototype-passed-over': {
      title: 'A field __proto__ is ignored',
      fullSteps: changeText((text) => text.replace(/,"__proto__":1/, '')),
    },
    'unknown-field-and-counted': {
      title: 'A submit with an unknown field is refused with 422, and its receipt is counted',
      fullSteps: goOnAfter('validation_failed'),
    },
  }),
  'fetch-unknown-members-taken': {
    title: 'Fetch ignores unknown fields',
    breaks: 'fetch-refuses-unknown-members',
    fullSteps: editBody((fields) => (Object.hasOwn(fields, 'amount') ? undefined : dropUnknown(fields))),
  },
  'names-trimmed': {
    title: 'Spaces around the names of fields are dropped',
    breaks: 'fetch-refuses-unknown-members',
    fullSteps: renameFields((name) => name.trim()),
  },
  'fields-in-wrapper': {
    title: 'Fields inside a field data count as fields of the body',
    breaks: 'create-requires-cash-tag',
    field: 'cashTag',
    fullSteps: editBody((fields) => {
      Object.assign(fields, fields.data);
      delete fields.data;
    }),
  },
  'fields-inherited': {
    title: 'A body is copied carelessly, so that it inherits what is in __proto__',
    breaks: 'fetch-requires-invoice-id',
    field: 'invoiceId',
    fullSteps: editBody((fields) => {
      const inherited = Object.getOwnPropertyDescriptor(fields, '__proto__')?.value;
      Reflect.deleteProperty(fields, '__proto__');
      if (inherited instanceof Object) Object.assign(fields, inherited);
    }),
  },
  'fields-in-query': {
    title: 'Fields in the query string count as fields of the body',
    breaks: 'submit-requires-invoice-id',
    field: 'invoiceId',
    fullSteps: editBody((fields, { query }) => {
      for (const [name, value] of new URLSearchParams(query)) if (requiredFields.includes(name)) fields[name] ??= value;
    }),
  },
  'fields-in-headers': {
    title: 'A field that the body lacks is read from a header of its name',
    breaks: 'fetch-requires-invoice-id',
    fullSteps: editBody((fields, message) => {
      const invoiceId = headerOf(message, 'invoiceid');
      if (invoiceId !== undefined) Object.assign(fields, { invoiceId, ...fields });
    }),
  },
  'submit-takes-newest': {
    title: 'Submit without an invoiceId is for the newest invoice',
    breaks: 'submit-requires-invoice-id',
    coreSteps: inCore('parseBody', (call) => {
      const body = core.parseBody(call);
      const invoiceId = call.store.invoices.at(-1)?.id;
      return call.operation === 'submitReceipt' ? { invoiceId, ...body } : body;
    }),
  },
};
