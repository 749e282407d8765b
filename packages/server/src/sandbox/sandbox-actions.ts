import type { Receipt } from '@payment-invoice/kit/lifecycle';
import type { Cents } from '@payment-invoice/kit/money';

/** The payments that can be played on the payment page of a sandbox. */
export const sandboxActions = [
  { name: 'full', outcome: 'completed', showsAmount: true },
  { name: 'part', outcome: 'completed', showsAmount: true },
  { name: 'over', outcome: 'completed', showsAmount: true },
  { name: 'fail', outcome: 'failed', showsAmount: false },
  { name: 'pending', outcome: 'pending', showsAmount: false },
] as const satisfies readonly { name: string; outcome: Receipt['paymentStatus']; showsAmount: boolean }[];

/** One of the payments that can be played. */
export type SandboxAction = (typeof sandboxActions)[number];

/** The excess that the action "too much" pays, in cents. */
const surplus: Cents = 500;

/**
 * Returns the amount that an action pays, given the missing amount. Undefined when the action is not possible: nobody
 * can pay half of one cent, nor anything when nothing is missing.
 */
export function sandboxAmount(name: SandboxAction['name'], missing: Cents): Cents | undefined {
  if (missing <= 0) return undefined;
  switch (name) {
    case 'part':
      return missing > 1 ? Math.floor(missing / 2) : undefined;
    case 'over':
      return missing + surplus;
    default:
      return missing;
  }
}
