import { showValue } from '../../../src/contract/describe-schema.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { create, idOf, type KeyTrial, otherFields, refusedWith } from '../../play/key-trial.ts';

/** Minutes that are left of a key's day when it is used again: real time goes on too, and a run may be slow. */
const left = 10;

/** Derives the trials of a key that is old and still known. */
export function deriveOldKeys(kept: number): KeyTrial[] {
  const age = (subject: Subject): Promise<void> =>
    requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed')(kept - left * 60, subject.settings);
  const when = `${left} minutes before ${kept / 3600} hours are over`;
  const trials: KeyTrial[] = [
    {
      id: 'kept-a-day',
      title: `A key is still known ${when}`,
      requirement: 'idempotency-kept-a-day',
      async try(subject, key) {
        const first = await create(subject, key);
        await age(subject);
        const exchanges = [first, await create(subject, key)];
        const same = idOf(exchanges[0]) === idOf(exchanges[1]);
        return { exchanges, expected: 'the same invoice', ...(!same && { received: showValue(exchanges[1]?.answer?.text) }) };
      },
    },
    {
      id: 'refused-a-day',
      title: `Another body with the key is still refused ${when}`,
      problem: 'idempotency_key_reused',
      requirement: 'idempotency-other-body-refused',
      async try(subject, key, features) {
        const first = await create(subject, key);
        await age(subject);
        const exchanges = [first, await create(subject, key, { ...subject.createBody, ...otherFields(subject)[0] })];
        return { exchanges, ...refusedWith(exchanges[1], 422, 'idempotency_key_reused', features) };
      },
    },
  ];
  return trials.map((trial) => ({ ...trial, derived: true, try: inTime(trial.try) }));
}

/** Tries, and tells nothing of a key that may have been forgotten by right. */
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
