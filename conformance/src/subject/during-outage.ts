import type { Exchange } from '../http/exchange.ts';
import { requireAbility } from './require-ability.ts';
import type { Subject } from './subject.ts';

/** Sends a request while the adapter has taken a part of the deployment away. */
export async function duringOutage(
  subject: Subject,
  part: 'verifier' | 'store',
  ask: () => Promise<Exchange>,
): Promise<Exchange> {
  const outage = requireAbility(subject, 'outage', 'A part that can be taken away is needed');
  await outage(part, true, subject.settings);
  try {
    return await ask();
  } finally {
    await outage(part, false, subject.settings);
  }
}
