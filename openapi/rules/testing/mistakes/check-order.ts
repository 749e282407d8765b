import { put, wrong } from '../make-mistake.ts';
import { problemContract } from '../problem-contract.ts';
import type { RuleTest } from '../test-rules.ts';

const base = structuredClone(problemContract);
const order = '**Order of checks.** The first decides: path 404,\ninvoice 404 or 409.\n\nNothing else is a 415.';
base.info.description = `Invoices.\n\n${order}`;

export const checkOrder: RuleTest = {
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
