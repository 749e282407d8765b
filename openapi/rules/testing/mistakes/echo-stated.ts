import { factContract as base } from '../fact-contract.ts';
import { makeChoice, missing, wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const invoice = (d: Document) => d.components.schemas.Invoice.properties;
const at = '#/components/schemas/Invoice/properties';

export const echoStated: RuleTest = {
  base,
  passes: {
    'a field of a body that is a choice': makeChoice('Create'),
    'a parameter that is shown': (d) => {
      invoice(d).key = { type: ['string', 'null'], 'x-echoes': { operation: 'createPayment', property: 'Key' } };
    },
    'a choice of objects, or null, of what may be left out': (d) => {
      const branches = [{ type: 'object' }, { type: 'object' }];
      d.components.schemas.Create.properties.payer = { oneOf: branches };
      const echo = { operation: 'createPayment', property: 'payer' };
      invoice(d).payer = { anyOf: [...branches, { type: 'null' }], 'x-echoes': echo };
    },
    'an absent value that is shown as the default': (d) => {
      d.components.schemas.Create.properties.reference.default = 'none';
      invoice(d).reference.type = 'string';
    },
    'bounds that are as wide, or wider': (d) => {
      Object.assign(d.components.schemas.Create.properties.reference, { minLength: 2, maxLength: 70 });
      Object.assign(invoice(d).reference, { minLength: 1, maxLength: 70 });
    },
    'an id that is sent and shown': (d) => {
      d.components.schemas.Cancel.properties.id = d.components.schemas.Cancel.properties.invoiceId;
      delete d.components.schemas.Cancel.properties.invoiceId;
    },
    'a version that is compared with the stored one': (d) => {
      const of = '#/components/schemas/Invoice';
      const relation = { is: 'equal', field: 'version', of, requirement: 'r' };
      invoice(d).version = { type: 'integer' };
      d.components.schemas.Cancel.properties.version = { type: 'integer', 'x-relations': [relation] };
    },
    'types in schemas of their own': (d) => {
      d.components.schemas.Amount = { type: 'number' };
      d.components.schemas.Create.properties.amount = { $ref: '#/components/schemas/Amount' };
    },
  },
  finds: {
    'a property that is taken and forgotten': missing(
      `${at}/reference`,
      'x-echoes',
      'reference has the name of a field that createPayment takes',
    ),
    'an echo of no operation': wrong(
      `${at}/amount/x-echoes/operation`,
      'makePayment',
      'amount repeats what makePayment is sent, which is no operation',
    ),
    'an echo of nothing': wrong(
      `${at}/amount/x-echoes/property`,
      'sum',
      "amount repeats 'sum', which createPayment does not take",
    ),
    'another type': [
      (d) => {
        invoice(d).amount.type = 'string';
      },
      `${at}/amount/x-echoes`,
      'amount is string and repeats amount, which may be number',
    ],
    'less room than what is sent': wrong(
      `${at}/reference/maxLength`,
      70,
      'reference repeats reference, and its maxLength does not take all that may be sent',
    ),
    'a greater least value': wrong(`${at}/amount/minimum`, 1, 'amount repeats amount, and its minimum does not take all'),
    'nothing to show for an absent value': [
      (d) => {
        invoice(d).reference.type = 'string';
      },
      `${at}/reference/x-echoes`,
      'reference repeats reference, which may be left out',
    ],
  },
};
