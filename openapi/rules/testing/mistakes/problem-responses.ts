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
    'another media type instead': [
      (d) => {
        d.components.responses.NotFound.content = { 'application/json': {} };
      },
      '#/components/responses/NotFound/content',
      'The 404 response is of application/json',
    ],
    'a response without content': [
      (d) => {
        delete d.paths['/submit'].post.responses['409'].content;
      },
      at,
      'The 409 response is of no media type',
    ],
    'a range of statuses': [
      (d) => {
        d.paths['/submit'].post.responses['5XX'] = { description: 'Broken.' };
      },
      '#/paths/~1submit/post/responses/5XX',
      "A response for '5XX' names no status",
    ],
    'a default response': [
      (d) => {
        d.paths['/submit'].post.responses.default = { description: 'Broken.' };
      },
      '#/paths/~1submit/post/responses/default',
      "A response for 'default' names no status",
    ],
    'another schema': [
      (d) => {
        conflict(d)[problem].schema = { type: 'object' };
      },
      `${body}/schema`,
      'Refer to #/components/schemas/Problem',
    ],
    'no schema': [
      (d) => {
        delete conflict(d)[problem].schema;
      },
      body,
      'Refer to #/components/schemas/Problem',
    ],
    'no examples': [
      (d) => {
        delete conflict(d)[problem].examples;
      },
      body,
      'The 409 response has no examples',
    ],
    'an example of no code': [
      (d) => {
        conflict(d)[problem].examples.late = { $ref: '#/components/examples/invoice_expired' };
      },
      `${body}/examples/late`,
      "Example 'late' is no code of x-problems",
    ],
    'an example of another status': [
      (d) => {
        conflict(d)[problem].examples.invoice_not_found = { $ref: '#/components/examples/invoice_not_found' };
      },
      `${body}/examples/invoice_not_found`,
      "'invoice_not_found' is a problem of status 404, shown for 409",
    ],
    "another code's example": [
      (d) => {
        conflict(d)[problem].examples.invoice_failed = {
          value: { ...d.components.examples.invoice_failed.value, code: 'invoice_expired' },
        };
      },
      `${body}/examples/invoice_failed`,
      'shows code "invoice_expired", x-problems says "invoice_failed"',
    ],
    'an example that refers to nothing': [
      (d) => {
        conflict(d)[problem].examples.invoice_failed = { value: { code: 'invoice_failed', title: 'The payment failed' } };
      },
      `${body}/examples/invoice_failed`,
      'shows status undefined, x-problems says 409',
    ],
    'an unrouted response with another title': [
      (d) => {
        d['x-unrouted-answers']['404'].content[problem].examples.not_found.value.title = 'Nothing';
      },
      '#/x-unrouted-answers/404/content/application~1problem+json/examples/not_found',
      'shows title "Nothing", x-problems says "No such path"',
    ],
  },
};
