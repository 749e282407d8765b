import { problemContract } from '../problem-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const base = structuredClone(problemContract);
const schema = { type: 'string' };
const conflict = (d: Document) => d.paths['/submit'].post.responses['409'];
const notFound = (d: Document) => d.components.responses.NotFound;
base['x-requirements'] = [{ id: 'id-on-every-response', text: 'Every response carries the header Request-Id.' }];
base['x-problems'].invoice_failed.cure = 'Wait as long as `Retry-After` says.';
for (const response of [
  conflict(base),
  notFound(base),
  base.paths['/submit'].post.responses['200'],
  base['x-unrouted-answers']['404'],
])
  response.headers = { 'Request-Id': { schema } };
conflict(base).headers['Retry-After'] = { schema };
conflict(base)['x-requirements'] = [{ id: 'conflict-waits', text: 'A conflict carries Retry-After.' }];

export const headerWords: RuleTest = {
  base,
  passes: {
    'a header of requests, which no response has': (d) => {
      conflict(d)['x-requirements'][0].text = 'A conflict of If-Match carries Retry-After.';
    },
  },
  finds: {
    'a requirement of another header than its response has': [
      (d) => {
        notFound(d)['x-requirements'] = [{ id: 'unknown-waits', text: 'It carries Retry-After.' }];
      },
      '#/components/responses/NotFound',
      "'unknown-waits' names the header Retry-After, which this response does not document",
    ],
    'a cure of a header that the response does not have': [
      (d) => {
        d['x-problems'].invoice_not_found.cure = 'Wait for `Retry-After`.';
      },
      '#/components/responses/NotFound',
      "The cure of 'invoice_not_found' names the header Retry-After",
    ],
    'a response without what every one carries': [
      (d) => {
        delete d['x-unrouted-answers']['404'].headers;
      },
      '#/x-unrouted-answers/404',
      "'id-on-every-response' names the header Request-Id",
    ],
  },
};
