import { problemContract } from '../base-contracts.ts';
import { type Document, missing, put, type RuleTest, wrong } from '../make-mistake.ts';

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
      "'invoice_failed' is refused with 423, which has no place in the order of checks.",
    ),
    'a place without a problem': wrong(
      '#/info/description',
      order.replace('404,', '404, scope 403,'),
      'The order of checks names 403, which no problem has.',
    ),
  },
};

const examples = (document: Document) => document.components.examples;

const problemCatalogue: RuleTest = {
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

const conflict = (document: Document) => document.paths['/submit'].post.responses['409'].content;
const at = '#/paths/~1submit/post/responses/409';
const problem = 'application/problem+json';
const body = `${at}/content/application~1problem+json`;

const problemResponses: RuleTest = {
  base: problemContract,
  finds: {
    'another media type beside': [
      (d) => {
        conflict(d)['application/json'] = {};
      },
      `${at}/content`,
      'The 409 response is of application/problem+json, application/json',
    ],
    'another media type instead': wrong(
      '#/components/responses/NotFound/content',
      { 'application/json': {} },
      'The 404 response is of application/json',
    ),
    'a response without content': missing(at, 'content', 'The 409 response is of no media type'),
    'a range of statuses': wrong(
      '#/paths/~1submit/post/responses/5XX',
      { description: 'Broken.' },
      "A response for '5XX' names no status",
    ),
    'a default response': wrong(
      '#/paths/~1submit/post/responses/default',
      { description: 'Broken.' },
      "A response for 'default' names no status",
    ),
    'another schema': wrong(`${body}/schema`, { type: 'object' }, 'Refer to #/components/schemas/Problem'),
    'no schema': missing(body, 'schema', 'Refer to #/components/schemas/Problem'),
    'no examples': missing(body, 'examples', 'The 409 response has no examples'),
    'an example of no code': wrong(
      `${body}/examples/late`,
      { $ref: '#/components/examples/invoice_expired' },
      "Example 'late' is no code of x-problems",
    ),
    'an example of another status': wrong(
      `${body}/examples/invoice_not_found`,
      { $ref: '#/components/examples/invoice_not_found' },
      "'invoice_not_found' is a problem of status 404, shown for 409",
    ),
    "another code's example": [
      (d) => {
        conflict(d)[problem].examples.invoice_failed = {
          value: { ...d.components.examples.invoice_failed.value, code: 'invoice_expired' },
        };
      },
      `${body}/examples/invoice_failed`,
      'shows code "invoice_expired", x-problems says "invoice_failed"',
    ],
    'an example that refers to nothing': wrong(
      `${body}/examples/invoice_failed`,
      { value: { code: 'invoice_failed', title: 'The payment failed' } },
      'shows status undefined, x-problems says 409',
    ),
    'an unrouted response with another title': [
      (d) => {
        d['x-unrouted-answers']['404'].content[problem].examples.not_found.value.title = 'Nothing';
      },
      '#/x-unrouted-answers/404/content/application~1problem+json/examples/not_found',
      'shows title "Nothing", x-problems says "No such path"',
    ],
  },
};

export const problemMistakes: Readonly<Record<string, RuleTest>> = {
  'check-order': checkOrder,
  'problem-catalogue': problemCatalogue,
  'problem-responses': problemResponses,
};
