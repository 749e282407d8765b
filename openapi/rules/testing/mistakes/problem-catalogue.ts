import { wrong } from '../make-mistake.ts';
import { problemContract } from '../problem-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

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
