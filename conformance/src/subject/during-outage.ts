import { whileStill } from '../places/stillness.ts';
import { requireAbility } from './require-ability.ts';
import type { Subject } from './subject.ts';

/** Does some work while the adapter makes part of the deployment unavailable. Cases that want the same outage share one. */
export async function duringOutage<Value>(
  subject: Subject,
  part: 'verifier' | 'store',
  ask: () => Promise<Value>,
): Promise<Value> {
  const outage = requireAbility(subject, 'outage', 'A part that can be taken away is needed');
  const turn = (on: boolean) => async () => outage(part, on, subject.settings);
  return whileStill(part, { begin: turn(true), end: turn(false) }, ask);
}
