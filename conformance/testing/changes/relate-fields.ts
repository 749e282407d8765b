import type { ChangeContract } from './change-contract.ts';
import { must } from './state-operation.ts';

/** Adds a property to the create request and to the invoice. If the request omits the property, the invoice shows null. */
export function addToBoth(
  { components: { schemas } }: Parameters<ChangeContract>[0],
  feature: string,
  name: string,
  schema: object & { type?: string },
  requirements: object[],
  more: object = {},
): void {
  const about = { description: `The ${name}.`, 'x-feature': feature };
  schemas.CreatePaymentRequest.properties[name] = { ...schema, ...about, ...more, 'x-requirements': requirements };
  // Leaves the requirements out of the invoice's schema, because the request's schema already contains them.
  const shown = JSON.parse(JSON.stringify(schema, (key, value) => (key === 'x-requirements' ? undefined : value)));
  const orNull = schema.type === undefined ? { anyOf: [shown, { type: 'null' }] } : { ...shown, type: [schema.type, 'null'] };
  schemas.PaymentInvoice.properties[name] = {
    ...{ ...orNull, ...about, 'x-echoes': { operation: 'createPayment', property: name } },
    'x-requirements': [must(`invoice-${name.toLowerCase()}`, `\`${name}\` is what create was sent, or null.`)],
  };
}

/** Adds line items that add up to the amount. */
export const addLines: ChangeContract = (document) => {
  document['x-features'].lines = 'An invoice lists what is paid for.';
  const money = { type: 'number', minimum: 0.01, maximum: 999_999.99 };
  const items = {
    ...{ type: 'object', additionalProperties: false, required: ['title', 'price'] },
    properties: {
      // This limit cannot be reached, because a request body may have at most 32 KiB.
      title: { type: 'string', minLength: 1, maxLength: 100_000 },
      price: money,
      discount: {
        ...{ ...money, 'x-relations': [{ is: 'at-most', field: 'price', requirement: 'create-lines-discount' }] },
        'x-requirements': [must('create-lines-discount', 'A `discount` is at most the `price` of its line.')],
      },
      unit: { type: 'string', enum: ['kg', 'hour'] },
    },
    examples: [{ title: 'Coffee', price: 12.5 }],
  };
  const list = { type: 'array', minItems: 1, maxItems: 20, items, examples: [[{ title: 'Coffee', price: 12.5 }]] };
  addToBoth(document, 'lines', 'lines', list, [must('create-lines', 'One to twenty lines are taken.')]);
  const { amount } = document.components.schemas.CreatePaymentRequest.properties;
  amount['x-relations'].push({ is: 'sum', fields: ['lines/price'], requirement: 'create-lines-sum' });
  amount['x-requirements'].push(must('create-lines-sum', '`amount` is the sum of the `lines`.', { feature: 'lines' }));
};

/** Adds a payout, which is either to a bank account or to a card. */
export const addPayout: ChangeContract = (document) => {
  document['x-features'].payouts = 'Create says where the money goes.';
  const kind = (method: string, name: string, pattern: string, example: string, more = {}): object => ({
    ...{ type: 'object', additionalProperties: false, required: ['method', name] },
    properties: { method: { type: 'string', const: method }, [name]: { type: 'string', pattern, examples: [example] }, ...more },
  });
  const holder = { type: 'string', minLength: 1, maxLength: 70, examples: ['Ada'] };
  const bank = kind('bank', 'iban', '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$', 'DE89370400440532013000', { holder });
  const card = kind('card', 'lastFour', '^[0-9]{4}$', '4242');
  addToBoth(document, 'payouts', 'payout', { oneOf: [bank, card] } as object, [must('create-payout', 'To a bank or to a card.')]);
};

/** Adds an object with two dates, the second of which must not be before the first. */
export const addPeriod: ChangeContract = (document) => {
  document['x-features'].periods = 'An invoice says for which days it is.';
  const day = (example: string) => ({ type: 'string', format: 'date', examples: [example] });
  const order = { is: 'at-least', field: 'from', requirement: 'create-period-order' };
  const until = {
    ...{ ...day('2026-11-30'), 'x-relations': [order] },
    'x-requirements': [must('create-period-order', '`until` is not before `from`.')],
  };
  const period = {
    ...{ type: 'object', additionalProperties: false, required: ['from', 'until'] },
    properties: { from: day('2026-11-01'), until },
  };
  addToBoth(document, 'periods', 'period', period, [must('create-period', '`period` is two dates.')]);
};
