import { showValue } from '../contract/describe-schema.ts';
import { answerObject, type Exchange, isSuccess } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import type { Tried } from './check-refusal.ts';

/** Another method at the path: whatever is answered, it is no success with an invoice. */
export function checkNoInvoice({ requirement, pointer, difference }: Tried, exchange: Exchange): Finding[] {
  const answer = exchange.answer;
  const object = answer && isSuccess(answer) ? answerObject(answer) : undefined;
  // Some frameworks answer 200 with a page or a hint of their own, an `id` or a `status` in it: that is no invoice.
  const known = ['id', 'paymentUrl', 'cashTag', 'note', 'amount', 'expiresAt', 'createdAt'];
  if (!object || known.filter((member) => Object.hasOwn(object, member)).length < 3) return [];
  return [
    {
      requirement: requirement.id,
      level: requirement.level,
      pointer,
      difference,
      expected: 'no success with an invoice',
      received: `${answer?.status} with ${showValue(object)}`,
      exchanges: [exchange],
    },
  ];
}
