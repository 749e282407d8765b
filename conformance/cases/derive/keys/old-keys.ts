import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { type KeyTrial, nothingOther, sendAnother, shown } from '../../play/key-trial.ts';

/** How many minutes before the end of its lifetime a key is used again, because real time passes too and a run may be slow. */
const left = 10;

/** Derives the trials of an old key that is still stored. */
export function deriveOldKeys(kept: number): KeyTrial[] {
  const age = (subject: Subject): Promise<void> =>
    requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed')(kept - left * 60, subject.settings);
  const when = `${left} minutes before ${kept / 3600} hours are over`;
  const trials: KeyTrial[] = [
    {
      id: 'kept-a-day',
      title: `A key is still known ${when}`,
      requirement: 'idempotency-kept-a-day',
      async try({ send, subject, isReplay }, key) {
        const first = await send(key);
        await age(subject);
        const exchanges = [first, await send(key)];
        const same = isReplay(exchanges[0], exchanges[1]);
        return { exchanges, expected: 'the stored response', ...(!same && { received: shown(exchanges[1]) }) };
      },
    },
    {
      id: 'refused-a-day',
      title: `Another body with the key is still refused ${when}`,
      problem: 'idempotency_key_reused',
      fits: ({ hasBody }) => hasBody,
      requirement: 'idempotency-other-body-refused/for-a-day',
      async try(calls, key) {
        const [other] = calls.others;
        if (other === undefined) throw new CaseSkipped(nothingOther);
        const first = await calls.send(key);
        await age(calls.subject);
        return sendAnother(calls, key, other, first);
      },
    },
  ];
  return trials.map((trial) => ({ ...trial, movesClock: true, try: inTime(trial.try) }));
}

/** Wraps a trial so that it reports nothing if the deployment may already have forgotten the key. */
function inTime(tryOut: KeyTrial['try']): KeyTrial['try'] {
  return async (...given) => {
    const began = performance.now();
    const tried = await tryOut(...given);
    const minutes = (performance.now() - began) / 60_000;
    if (tried.received !== undefined && minutes > left - 1)
      throw new CaseInconclusive(
        `The run took ${Math.round(minutes)} minutes meanwhile: the key may have been forgotten by right.`,
      );
    return tried;
  };
}
