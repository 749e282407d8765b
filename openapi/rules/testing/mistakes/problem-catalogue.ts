import { missing, wrong } from '../make-mistake.ts';
import { problemContract } from '../problem-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const problems = (document: Document) => document['x-problems'];
const examples = (document: Document) => document.components.examples;

export const problemCatalogue: RuleTest = {
  base: problemContract,
  finds: {
    'no catalogue': [
      (d) => {
        delete d['x-problems'];
      },
      '#/',
      'The document has no problems',
    ],
    'a code in another case': [
      (d) => {
        const { examples: shown } = d.paths['/submit'].post.responses['409'].content['application/problem+json'];
        problems(d).invoiceLate = { ...problems(d).invoice_expired };
        examples(d).invoiceLate = { value: { ...examples(d).invoice_expired.value, code: 'invoiceLate' } };
        shown.invoiceLate = { $ref: '#/components/examples/invoiceLate' };
        d.components.schemas.ProblemCode.enum.push('invoiceLate');
      },
      '#/x-problems/invoiceLate',
      "Code 'invoiceLate' is not in snake_case",
    ],
    'a status of success': [
      (d) => {
        problems(d).invoice_failed.status = 200;
        examples(d).invoice_failed.value.status = 200;
      },
      '#/x-problems/invoice_failed',
      "'invoice_failed' has no HTTP status from 400 to 599",
    ],
    'a problem without a cure': missing('#/x-problems/invoice_failed', 'cure', "'invoice_failed' has no cure"),
    'an unknown field': wrong('#/x-problems/invoice_failed/reason', 'It failed.', "unknown field 'reason'"),
    'a code without an example': [
      (d) => {
        delete examples(d).invoice_failed;
      },
      '#/x-problems/invoice_failed',
      'Add `components.examples.invoice_failed`',
    ],
    'an example of another code': wrong(
      '#/components/examples/invoice_failed/value/code',
      'invoice_expired',
      'has code "invoice_expired", x-problems says "invoice_failed"',
    ),
    'an example of another status': wrong(
      '#/components/examples/invoice_failed/value/status',
      422,
      'has status 422, x-problems says 409',
    ),
    'an example without a title': [
      (d) => {
        delete examples(d).invoice_failed.value.title;
      },
      '#/components/examples/invoice_failed',
      'x-problems says "The payment failed"',
    ],
    'a code that no response shows': [
      (d) => {
        delete d.paths['/submit'].post.responses['409'].content['application/problem+json'].examples.invoice_failed;
      },
      '#/x-problems/invoice_failed',
      "No response shows 'invoice_failed'",
    ],
    'a code missing from the enum': [
      (d) => {
        d.components.schemas.ProblemCode.enum.pop();
      },
      '#/components/schemas/ProblemCode/enum',
      'at number 4: nothing instead of invoice_expired',
    ],
    'codes in another order': [
      (d) => {
        d.components.schemas.ProblemCode.enum.reverse();
      },
      '#/components/schemas/ProblemCode/enum',
      'at number 1: invoice_expired instead of not_found',
    ],
    'no enum': [
      (d) => {
        delete d.components.schemas.ProblemCode;
      },
      '#/x-problems',
      'ProblemCode.enum differs',
    ],
  },
};
