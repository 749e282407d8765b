import type { CaseContext } from '../../src/case/case.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { isRefused, sendAll } from '../play/exhaust-limit.ts';
import { lastingCases, onceStill, trials } from '../play/lasting.ts';

/**
 * How many keys a run uses in addition to those of its cases, and how many of them at a time. A store that keeps only the last
 * hundred then forgets older keys.
 */
const [manyKeys, atOnce] = [120, 30];

/** Creates invoices with many keys, once in a run, until a limit is reached. */
function useManyKeys({ subject, features }: CaseContext): Promise<void> {
  return subject.share('many keys', async () => {
    const spec = subject.requestOf('createPayment', subject.createBody);
    const keyed = () => withHeader(spec, 'Idempotency-Key', crypto.randomUUID());
    for (let used = 0; features.has('idempotency') && used < manyKeys; used += atOnce)
      if ((await sendAll(subject, atOnce, keyed)).some(isRefused)) return;
  });
}

/**
 * Cases which check that whatever existed before the other cases still exists after them. The run's many requests would displace
 * it from a store that keeps only the latest entries.
 */
export const meanwhileCases = lastingCases(
  'meanwhile',
  trials.filter(({ id }) => ['key', 'receipt', 'token'].includes(id)),
  {
    when: 'the other requests of a run',
    async happen(context) {
      await useManyKeys(context);
      await onceStill('the end of the others', async () => {});
    },
  },
);
