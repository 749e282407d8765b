import type { Exchange } from '../../src/http/exchange.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Returns the run's shared create of an empty body, which is refused. */
export function sharedRefusal(subject: Subject): Promise<Exchange> {
  return subject.share('refused', () => subject.create({}));
}
