import { missing, wrong } from '../make-mistake.ts';
import { problemContract } from '../problem-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const conflict = (document: Document) => document.paths['/submit'].post.responses['409'].content;
const at = '#/paths/~1submit/post/responses/409';
const problem = 'application/problem+json';
const body = `${at}/content/application~1problem+json`;

export const problemResponses: RuleTest = {
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
