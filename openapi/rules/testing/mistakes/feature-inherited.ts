import { factContract as base } from '../fact-contract.ts';
import { wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const invoice = (d: Document) => d.components.schemas.Invoice;
const at = '#/components/schemas/Invoice';

export const featureInherited: RuleTest = {
  base,
  passes: {
    'a requirement of another feature below one': (d) => {
      d.paths['/cancel'].post['x-requirements'][0].feature = 'callbacks';
    },
    'a schema of the feature that requires a property of it': (d) => {
      invoice(d)['x-feature'] = 'cancellation';
      invoice(d).required.push('cancelledAt');
    },
  },
  finds: {
    'a feature that is not declared': wrong(
      `${at}/properties/cancelledAt/x-feature`,
      'cancelling',
      '"cancelling" is no feature of x-features. Name one: callbacks, cancellation',
    ),
    'a core requirement below a feature': wrong(
      '#/paths/~1cancel/post/x-requirements/0/support',
      'core',
      "'cancel-answers' is core, and stands below the feature cancellation",
    ),
    'a property of a feature that is required': [
      (d) => {
        invoice(d).required.push('cancelledAt');
      },
      `${at}/required/3`,
      "'cancelledAt' belongs to the feature 'cancellation'",
    ],
  },
};
