import { problemContract } from '../base-contracts.ts';
import { missing, put, type RuleTest, remove, wrong } from '../make-mistake.ts';

const base = structuredClone(problemContract);
const order = '**Order of checks.** The first decides: path 404,\ninvoice 404 or 409.\n\nNothing else is a 415.';
base.info.description = `Invoices.\n\n${order}`;

const checkOrder: RuleTest = {
  base,
  passes: {
    'no order at all': put('#/info/description', 'Invoices.'),
    'a failure, which is no check': put('#/x-problems/internal_error', { status: 500 }),
    'an order of an operation': (d) => {
      d['x-problems'].invoice_failed.status = 423;
      d.paths['/submit'].post.description = '**Order of checks.** A locked invoice is 423.';
    },
  },
  finds: {
    'a status without a place': wrong(
      '#/x-problems/invoice_failed/status',
      423,
      "'invoice_failed' is refused with 423, which is not in the order of checks",
    ),
    'a place without a problem': wrong(
      '#/info/description',
      order.replace('404,', '404, scope 403,'),
      'The order of checks contains 403, which no problem has',
    ),
  },
};

const problemCatalogue: RuleTest = {
  base: problemContract,
  finds: {
    'no catalogue': [remove('#/x-problems'), '#/', 'The document has no x-problems'],
    'a code without an example': [
      remove('#/components/examples/invoice_failed'),
      '#/x-problems/invoice_failed',
      'Add `components.examples.invoice_failed`',
    ],
    'an example of another code': wrong(
      '#/components/examples/invoice_failed/value/code',
      'invoice_expired',
      `The example of 'invoice_failed' has the code "invoice_expired", but x-problems says "invoice_failed"`,
    ),
    'an example of another status': wrong(
      '#/components/examples/invoice_failed/value/status',
      422,
      "The example of 'invoice_failed' has the status 422, but x-problems says 409",
    ),
    'an example without a title': [
      remove('#/components/examples/invoice_failed/value/title'),
      '#/components/examples/invoice_failed',
      'x-problems says "The payment failed"',
    ],
    'a code that no response shows': [
      remove('#/paths/~1submit/post/responses/409/content/application~1problem+json/examples/invoice_failed'),
      '#/x-problems/invoice_failed',
      "No response has an example of 'invoice_failed'",
    ],
    'a code missing from the enum': [
      (d) => d.components.schemas.ProblemCode.enum.pop(),
      '#/components/schemas/ProblemCode/enum',
      'Number 4 of ProblemCode.enum is missing, but that of x-problems is invoice_expired',
    ],
    'codes in another order': [
      (d) => d.components.schemas.ProblemCode.enum.reverse(),
      '#/components/schemas/ProblemCode/enum',
      'Number 1 of ProblemCode.enum is invoice_expired, but that of x-problems is not_found',
    ],
    'no enum': [
      remove('#/components/schemas/ProblemCode'),
      '#/x-problems',
      'Number 1 of ProblemCode.enum is missing, but that of x-problems is not_found',
    ],
  },
};

const at = '#/paths/~1submit/post/responses/409';
const problem = 'application/problem+json';
const body = `${at}/content/application~1problem+json`;

const problemResponses: RuleTest = {
  base: problemContract,
  finds: {
    'another media type beside': [
      put(`${at}/content/application~1json`, {}),
      `${at}/content`,
      'The 409 response has the media type application/problem+json, application/json',
    ],
    'another media type instead': wrong(
      '#/components/responses/NotFound/content',
      { 'application/json': {} },
      'The 404 response has the media type application/json',
    ),
    'a response without content': missing(at, 'content', 'The 409 response has the media type none'),
    'a range of statuses': wrong('#/paths/~1submit/post/responses/5XX', { description: 'Broken.' }, "'5XX' is not a status"),
    'a default response': wrong(
      '#/paths/~1submit/post/responses/default',
      { description: 'Broken.' },
      "'default' is not a status",
    ),
    'another schema': wrong(`${body}/schema`, { type: 'object' }, 'Refer to #/components/schemas/Problem'),
    'no schema': missing(body, 'schema', 'Refer to #/components/schemas/Problem'),
    'no examples': missing(body, 'examples', 'The 409 response has no examples'),
    'an example of no code': wrong(
      `${body}/examples/late`,
      { $ref: '#/components/examples/invoice_expired' },
      "The example 'late' is not a code of x-problems",
    ),
    'an example of another status': wrong(
      `${body}/examples/invoice_not_found`,
      { $ref: '#/components/examples/invoice_not_found' },
      "'invoice_not_found' has the status 404, but is an example of 409",
    ),
    "another code's example": [
      (d) => {
        d.paths['/submit'].post.responses['409'].content[problem].examples.invoice_failed = {
          value: { ...d.components.examples.invoice_failed.value, code: 'invoice_expired' },
        };
      },
      `${body}/examples/invoice_failed`,
      `The example 'invoice_failed' has the code "invoice_expired", but x-problems says "invoice_failed"`,
    ],
    'an example that refers to nothing': wrong(
      `${body}/examples/invoice_failed`,
      { value: { code: 'invoice_failed', title: 'The payment failed' } },
      "The example 'invoice_failed' has the status undefined, but x-problems says 409",
    ),
    'an unrouted response with another title': [
      put('#/x-unrouted-answers/404/content/application~1problem+json/examples/not_found/value/title', 'Nothing'),
      '#/x-unrouted-answers/404/content/application~1problem+json/examples/not_found',
      `The example 'not_found' has the title "Nothing", but x-problems says "No such path"`,
    ],
  },
};

export const problemMistakes: Readonly<Record<string, RuleTest>> = {
  'check-order': checkOrder,
  'problem-catalogue': problemCatalogue,
  'problem-responses': problemResponses,
};
