import { showValue } from '../contract/describe-schema.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Tried } from './check-refusal.ts';

/** Judges that another method at the path returns no invoice; any other response is fine. */
export function checkNoInvoice({ requirement, pointer, difference }: Tried, exchange: Exchange): Finding[] {
  const response = exchange.answer;
  const object = response && isSuccess(response) ? responseObject(response) : undefined;
  // Some frameworks return 200 with a page or a hint of their own that has an `id` or a `status`: that is no invoice.
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
