import { paid, shares } from '../../payments/pay.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { create, idOf } from './key-trial.ts';
import type { Trial } from './lasting.ts';
import { mintToken } from './mint-token.ts';

/** The other side: another account, or live mode. Its invoices and keys must be separate from those of the run's token. */
interface Apart extends Pick<Case, 'id' | 'title'> {
  /** The clause that keeps the run's token from reading an invoice of the other side. */
  requirement: string;
  /** The clause that keeps the other side from reading an invoice of the run. */
  reverse: string;
  /** The clause that keeps the run's token from getting the stored response for a key of the other side. */
  key: string;
  otherSide(context: CaseContext): Subject | Promise<Subject>;
}

const sides: readonly Apart[] = [
  {
    id: 'other-account',
    title: "After a restart, another account still has its invoices and keys, and neither account has the other's",
    requirement: 'fetch-foreign-is-unknown',
    reverse: 'fetch-foreign-is-unknown',
    key: 'idempotency-by-account/other-account',
    otherSide: ({ subject }) => asOther(subject),
  },
  {
    id: 'live-token',
    title: "After a restart, a live token still has its invoices and keys, and live and test tokens do not have each other's",
    requirement: 'test-tokens-apart/test-sees-no-live',
    reverse: 'test-tokens-apart/live-sees-no-test',
    key: 'test-tokens-apart/key',
    otherSide: ({ subject }) => mintToken(subject, { live: true }),
  },
];

/** Trials which check that the invoices and keys of another account, or of a live token, remain separate. */
export const accountTrials: readonly Trial[] = sides.map(
  ({ id, title, requirement, reverse, key: keyApart, otherSide }): Trial => ({
    id,
    title,
    requirement,
    async prepare(context) {
      const { subject, features } = context;
      const other = await otherSide(context);
      const [key, ownKey] = [crypto.randomUUID(), crypto.randomUUID()];
      const [theirs, own] = [await create(other, key), await create(subject, ownKey)];
      const status = theirs.answer?.status;
      // A test deployment may reject live tokens. If this one does, there is nothing to check.
      if (id === 'live-token' && status === 401) return async () => ({ exchanges: [theirs], expected: '' });
      if (!hasSucceeded(theirs)) throw new CaseInconclusive(`The other side's create was refused (${status}).`);
      const [theirId, ownId] = [invoiceOf(theirs).id, invoiceOf(own).id];
      // Also pays another account's invoice, if the adapter can, because a paid invoice must be kept separate too.
      const play = { subject: other, invoice: invoiceOf(theirs), counted: [], exchanges: [theirs] };
      if (id !== 'live-token') await paid(play, shares(other).whole).catch(nullIfSkipped);
      return async () => {
        const exchanges = [theirs, own];
        const succeeds = async (by: Subject, asked: unknown): Promise<boolean> => {
          const exchange = await by.fetch(asked);
          exchanges.push(exchange);
          return hasSucceeded(exchange);
        };
        const wrong = (breaks: string, expected: string, received: string) => ({ exchanges, breaks, expected, received });
        if (await succeeds(subject, theirId))
          return wrong(requirement, 'no success for an invoice of the other side', 'a success');
        if (await succeeds(other, ownId)) return wrong(reverse, 'no success for an invoice of the run', 'a success');
        if (!(await succeeds(other, theirId)))
          return wrong('fetch-answers-invoice', 'the invoice for its own token', `${exchanges.at(-1)?.answer?.status}`);
        if (!features.has('idempotency')) return { exchanges, expected: '' };
        const [strange, again] = [await create(subject, key), await create(other, key)];
        exchanges.push(strange, again);
        if (idOf(strange) === theirId) return wrong(keyApart, 'no replay for the key of the other side', 'a replay');
        if (idOf(again) !== theirId)
          return wrong('idempotency-replays/same', `a replay of ${theirId}`, `${again.answer?.status} ${idOf(again)}`);
        return { exchanges, expected: '' };
      };
    },
  }),
);
