import { factContract as base } from '../fact-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const invoice = (d: Document) => d.components.schemas.Invoice.properties;
const at = '#/components/schemas/Invoice/properties';

export const echoStated: RuleTest = {
  base,
  passes: {
    'an absent value that is shown as the default': (d) => {
      d.components.schemas.Create.properties.reference.default = 'none';
      invoice(d).reference.type = 'string';
    },
    'an id that is sent and shown': (d) => {
      d.components.schemas.Cancel.properties.id = d.components.schemas.Cancel.properties.invoiceId;
      delete d.components.schemas.Cancel.properties.invoiceId;
    },
    'types in schemas of their own': (d) => {
      d.components.schemas.Amount = { type: 'number' };
      d.components.schemas.Create.properties.amount = { $ref: '#/components/schemas/Amount' };
    },
  },
  finds: {
    'a property that is taken and forgotten': [
      (d) => {
        delete invoice(d).reference['x-echoes'];
      },
      `${at}/reference`,
      'reference has the name of a field that createPayment takes',
    ],
    'an echo of no operation': [
      (d) => {
        invoice(d).amount['x-echoes'].operation = 'makePayment';
      },
      `${at}/amount/x-echoes/operation`,
      'amount repeats what makePayment is sent, which is no operation',
    ],
    'an echo of nothing': [
      (d) => {
        invoice(d).amount['x-echoes'].property = 'sum';
      },
      `${at}/amount/x-echoes/property`,
      "amount repeats 'sum', which createPayment does not take",
    ],
    'another type': [
      (d) => {
        invoice(d).amount.type = 'string';
      },
      `${at}/amount/x-echoes`,
      'amount is string and repeats amount, which may be number',
    ],
    'nothing to show for an absent value': [
      (d) => {
        invoice(d).reference.type = 'string';
      },
      `${at}/reference/x-echoes`,
      'reference repeats reference, which may be left out',
    ],
  },
};
