import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { addEvent, closedBody, finals, invoiceInPath, must, refusal, refusalsOf, stateOperation } from './state-operation.ts';

/** Adds a number that rises by one from each invoice of an account to the next. */
export const addNumber: ChangeContract = ({ components: { schemas }, ...document }) => {
  document['x-features'].numbers = 'The invoices of an account are numbered.';
  schemas.PaymentInvoice.properties.number = {
    ...{ type: 'integer', minimum: 1, description: 'Its number.', examples: [1] },
    ...{ 'x-feature': 'numbers', 'x-lasting': true, 'x-numbered': { requirement: 'invoice-number' } },
    'x-requirements': [must('invoice-number', '`number` is one more than that of the invoice that the account created before.')],
  };
};

/** Adds two texts that a create request can set, and that a PATCH changes or removes while the invoice is open. */
export const addEdits: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].edits = 'The texts of an open invoice can be changed.';
  const text = { type: 'string', minLength: 1, maxLength: 40, examples: ['order 7'] };
  const lengths = { keywords: ['minLength', 'maxLength'] };
  const names = ['reference', 'memo'];
  for (const name of names) {
    addToBoth(document, 'edits', name, text, [must(`create-${name}`, '1 to 40 characters.', lengths)]);
    const shown = schemas.PaymentInvoice.properties[name];
    shown['x-echoes'].changedBy = 'editPayment';
    shown['x-requirements'] = [
      must(`invoice-${name}`, `\`${name}\` is what create was sent, or the last update that had it; else null.`),
    ];
  }
  const changed = names.map((name) => [
    name,
    {
      ...{ ...text, type: ['string', 'null'], description: `The ${name}.` },
      'x-requirements': [must(`edit-${name}`, `\`${name}\` is taken; null removes it.`, lengths)],
    },
  ]);
  schemas.EditPaymentRequest = closedBody('edit', 'What to change.', Object.fromEntries(changed), { required: [] });
  const effect = { changes: names };
  addEvent(document, 'edits', { event: 'edited', operation: 'editPayment', done: 'changed', effect });
  document.paths['/api/v1/payments/{invoiceId}'] = {
    patch: stateOperation('edits', {
      ...{ operationId: 'editPayment', named: 'edit', scope: 'invoices:write', parameters: [invoiceInPath] },
      ...{ takes: ['EditPaymentRequest', { reference: 'order 8' }], shows: 'PaymentInvoice' },
      requirements: [must('edit-foreign', 'Another account finds no invoice.', { about: 'ownership' })],
      refusals: { ...refusalsOf(document), 409: refusal('It is final.', Object.values(finals)) },
    }),
  };
};
