import type { CaseContext } from '../../src/case/case.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { isRefused, sendAll } from '../play/exhaust-limit.ts';
import { lastingCases, onceStill, trials } from '../play/lasting.ts';

/** Keys that a run uses beside those of its cases, so many at a time: more than a store remembers that keeps the last hundred. */
const [manyKeys, atOnce] = [120, 30];

/** Creates with many keys, once in a run, until a limit is reached. */
function useManyKeys({ subject, features }: CaseContext): Promise<void> {
  return subject.share('many keys', async () => {
    const spec = subject.requestOf('createPayment', subject.createBody);
    const keyed = () => withHeader(spec, 'Idempotency-Key', crypto.randomUUID());
    for (let used = 0; features.has('idempotency') && used < manyKeys; used += atOnce)
      if ((await sendAll(subject, atOnce, keyed)).some(isRefused)) return;
  });
}

/** Declares the cases of what was there before the others and must be there after them: a run is much for a store that keeps only the last of something. */
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
