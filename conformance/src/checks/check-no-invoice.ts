import { showValue } from '../contract/describe-schema.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Tried } from './check-refusal.ts';

/** Checks that another method on the path returns no invoice. Any other response is fine. */
export function checkNoInvoice({ requirement, pointer, difference }: Tried, exchange: Exchange): Finding[] {
  const response = exchange.answer;
  const object = response && isSuccess(response) ? responseObject(response) : undefined;
  // Some frameworks return 200 with their own page or hint, which may have an `id` or a `status` but is not an invoice.
  const known = ['id', 'paymentUrl', 'cashTag', 'note', 'amount', 'expiresAt', 'createdAt'];
  if (!object || known.filter((field) => Object.hasOwn(object, field)).length < 3) return [];
  return [
    {
      requirement: requirement.id,
      level: requirement.level,
      pointer,
      difference,
      expected: 'no success with an invoice',
      received: `${response?.status} with ${showValue(object)}`,
      exchanges: [exchange],
    },
  ];
}
