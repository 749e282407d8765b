import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { must } from './state-operation.ts';

const closed = { type: 'object', additionalProperties: false };

/** Adds the method by which goods are shipped: `post` requires an address, and `shop` allows none. */
export const addShipping: ChangeContract = (document) => {
  document['x-features'].shipping = 'An invoice says how its goods are shipped.';
  const text = (maxLength: number, example: string) => ({ type: 'string', minLength: 1, maxLength, examples: [example] });
  const shipping = {
    ...{ ...closed, required: ['method'] },
    properties: { method: { type: 'string', enum: ['post', 'shop'] }, street: text(80, '1 Main Street'), city: text(60, 'Oslo') },
    if: { properties: { method: { const: 'post' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['street', 'city'] },
    else: { properties: { street: false, city: false } },
    examples: [{ method: 'post', street: '1 Main Street', city: 'Oslo' }],
  };
  addToBoth(document, 'shipping', 'shipping', shipping, [must('create-shipping', 'By post to an address, or to a shop.')]);
};

/** Adds a deposit: an amount with a currency, which determines how many decimals the amount may have. */
export const addDeposit: ChangeContract = (document) => {
  document['x-features'].deposits = 'An invoice asks for a deposit.';
  const decimals = {
    is: 'decimals',
    field: 'currency',
    decimals: { USD: 2, JPY: 0, KWD: 3 },
    requirement: 'create-deposit-decimals',
  };
  const value = {
    ...{ type: 'number', minimum: 0.001, maximum: 99_999, examples: [5], 'x-relations': [decimals] },
    'x-requirements': [must('create-deposit-decimals', 'It has as many decimals as its currency.')],
  };
  const currency = { type: 'string', enum: ['USD', 'JPY', 'KWD'] };
  const deposit = { ...closed, required: ['value', 'currency'], properties: { value, currency } };
  addToBoth(document, 'deposits', 'deposit', deposit, [must('create-deposit', 'A deposit has a value and a currency.')]);
};

/** Adds a list of people who are notified of a payment. */
export const addWatchers: ChangeContract = (document) => {
  document['x-features'].watchers = 'Some people are told of a payment.';
  const email = { type: 'string', format: 'email', maxLength: 100, examples: ['ada@example.com'] };
  const items = {
    ...{ ...closed, required: ['email'] },
    properties: {
      email,
      events: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: ['paid', 'failed'] } },
    },
    examples: [{ email: 'ada@example.com' }],
  };
  const list = { type: 'array', minItems: 1, maxItems: 3, items, examples: [[{ email: 'ada@example.com' }]] };
  addToBoth(document, 'watchers', 'watchers', list, [must('create-watchers', 'One to three people are told.')]);
};

/** Adds a list of instalments, whose amounts add up to the invoice's amount and whose due dates ascend. */
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
