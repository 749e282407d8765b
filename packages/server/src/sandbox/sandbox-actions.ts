import type { Cents } from '../engine/cents.ts';
import type { Receipt } from '../engine/receipt.ts';

/** What can be played on the payment page of a sandbox. */
export const sandboxActions = [
  { name: 'full', words: 'Pay in full', outcome: 'completed', showsAmount: true },
  { name: 'part', words: 'Pay a part', outcome: 'completed', showsAmount: true },
  { name: 'over', words: 'Pay too much', outcome: 'completed', showsAmount: true },
  { name: 'fail', words: 'Let it fail', outcome: 'failed', showsAmount: false },
  { name: 'pending', words: 'Stay pending', outcome: 'pending', showsAmount: false },
] as const satisfies readonly { name: string; words: string; outcome: Receipt['paymentStatus']; showsAmount: boolean }[];

/** One of them. */
export type SandboxAction = (typeof sandboxActions)[number];

/** How much "too much" is. */
const surplus: Cents = 500;

/** What an action pays of what is missing; undefined when it cannot be done: a cent has no parts, and nothing can be paid of nothing. */
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
