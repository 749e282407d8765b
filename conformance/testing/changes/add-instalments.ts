import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { must } from './state-operation.ts';

/** Adds instalments, which add up to the amount and are due one after another. */
export const addInstalments: ChangeContract = (document) => {
  document['x-features'].instalments = 'An invoice is paid in parts.';
  const day = { type: 'string', format: 'date', examples: ['2027-01-31'] };
  const order = { is: 'above', field: 'due', requirement: 'create-instalments-order', previous: true };
  const items = {
    ...{ type: 'object', additionalProperties: false, required: ['due', 'amount'] },
    properties: {
      due: {
        ...{ ...day, 'x-relations': [order] },
        'x-requirements': [must('create-instalments-order', 'Each is due after the one before it.')],
      },
      amount: { type: 'number', minimum: 0.01, maximum: 999_999.99 },
    },
    examples: [{ due: '2027-01-31', amount: 12.5 }],
  };
  const list = {
    ...{ type: 'array', minItems: 1, maxItems: 12, items },
    examples: [
      [{ due: '2027-01-31', amount: 12.5 }],
      [
        { due: '2027-01-31', amount: 6 },
        { due: '2027-02-28', amount: 6.5 },
      ],
    ],
  };
  addToBoth(document, 'instalments', 'instalments', list, [must('create-instalments', 'One to twelve instalments.')]);
  const { amount } = document.components.schemas.CreatePaymentRequest.properties;
  amount['x-relations'].push({ is: 'sum', fields: ['instalments/amount'], requirement: 'create-instalments-sum' });
  amount['x-requirements'].push(
    must('create-instalments-sum', '`amount` is the sum of the `instalments`.', { feature: 'instalments' }),
  );
};
