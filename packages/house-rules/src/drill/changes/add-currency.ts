import type { Change, Contract } from '../change.ts';

const requirement = (id: string, text: string, more: object = {}) => ({
  ...{ id, level: 'MUST', support: 'extended', feature: 'amount-precision', source: 'D-06', text },
  ...more,
});
const currency = { type: 'string', enum: ['USD', 'JPY'], description: 'The currency of the amount.', examples: ['USD'] };
const decimals = { is: 'decimals', field: 'currency', decimals: { USD: 2, JPY: 0 } };

/** Adds a required field on which the values of another field depend. Also changes sentences that assume a single currency. */
export const addCurrency: Change = {
  name: 'add a required currency, of which one has no decimals',
  edit: (contract) => {
    const { schemas } = contract.components;
    const { CreatePaymentRequest: create, PaymentInvoice: invoice } = schemas;
    create.required.push('currency');
    create.properties.currency = {
      ...currency,
      'x-requirements': [requirement('create-currency', 'A `currency` other than these is refused.', { keywords: ['enum'] })],
    };
    invoice.required.push('currency');
    invoice.properties.currency = {
      ...currency,
      'x-echoes': { operation: 'createPayment', property: 'currency' },
      'x-requirements': [requirement('invoice-currency', '`currency` is what create was sent.', { keywords: ['enum'] })],
    };
    create.properties.amount['x-relations'] = [{ ...decimals, requirement: 'create-amount-precision' }];
    create.properties.amount['x-requirements'].find(({ id }: { id: string }) => id === 'create-amount-precision').text =
      'An `amount` with more decimals than its `currency` has is refused with 422 and the item `amount_precision`.';
    invoice.properties.amount['x-relations'] = [{ ...decimals, requirement: 'invoice-amount-exact' }];
    sayCurrencies(contract);
  },
  owes: [
    ['packages/kit/src/lifecycle/describe-invoice.ts', /currency/],
    ['packages/demo-shop/src/create-shop.ts', /currency/],
    ['openapi/guides/amounts.md', /It says "one currency"/],
  ],
  mistakes: {
    'a source that still speaks of one': [
      (contract) => {
        contract['x-sources']['D-06'] = 'Amounts are in major units of one currency per deployment.';
      },
      /It says "one currency", but each request to createPayment says which currency/,
    ],
    'a unit that is no field': [
      (contract) => {
        contract.components.schemas.CreatePaymentRequest.properties.amount['x-relations'][0].field = 'unit';
      },
      /compares with unit, which is not a field of the same object/,
    ],
    'a rule that no requirement states': [
      (contract) => {
        contract.components.schemas.CreatePaymentRequest.properties.amount['x-relations'][0].requirement = 'create-yen';
      },
      /names the requirement 'create-yen', which does not exist/,
    ],
  },
};

/** Rewrites sentences that assume a single currency, and adds the field to examples. */
function sayCurrencies(contract: Contract): void {
  const edit = (value: Contract): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inside] of Object.entries<Contract>(value)) {
      if (typeof inside === 'string')
        value[key] = inside.replace(/(?:the deployment's )?one currency( per deployment)?/, 'its currency');
      else edit(inside);
    }
    // Adds the field to an example of an invoice, or of a request that creates one.
    if ('cashTag' in value && typeof value.amount === 'number') value.currency = 'USD';
  };
  edit(contract);
}
