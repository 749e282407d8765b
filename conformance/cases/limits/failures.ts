import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Exchange, isSuccess, responseHeader } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { everyOperation } from '../play/every-operation.ts';
import { withLimits } from '../play/limit-rates.ts';
import { isLimited } from '../play/spend-limit.ts';

const most = 20;

/** Wrong tokens, spread over the operations, until the limit is spent and beyond. */
interface Scene {
  guesses: Exchange[];
  /** With the right token while the limit is spent. */
  right: Exchange;
  /** A wrong token once the minute is over. */
  after: Exchange;
}

const judgements: {
  id: string;
  title: string;
  judge(scene: Scene): { expected: string; received?: string; exchange: Exchange | undefined };
}[] = [
  {
    id: 'exact',
    title: 'Twenty wrong tokens in a minute are answered 401, wherever they are sent, and the next 429',
    judge({ guesses }) {
      const first = guesses.findIndex(isLimited);
      const received = first < 0 ? 'no 429' : `429 after ${first}`;
      return { expected: `429 after ${most}`, ...(first !== most && { received }), exchange: guesses[Math.max(first, 0)] };
    },
  },
  {
    id: 'right-token',
    title: 'A right token is let in while its address has failed too often',
    judge: ({ right }) => ({
      expected: 'a success',
      ...(!(right.answer && isSuccess(right.answer)) && { received: `${right.answer?.status}` }),
      exchange: right,
    }),
  },
  {
    id: 'a-minute',
    title: 'The limit on failures says how long it lasts, a minute at most, and is over then',
    judge({ guesses, after }) {
      const limited = guesses.find(isLimited);
      const wait = limited?.answer && responseHeader(limited.answer, 'retry-after');
      if (limited && !(/^\d+$/.test(wait ?? '') && Number(wait) >= 1 && Number(wait) <= 61))
        return { expected: 'Retry-After: 1 to 60', received: `Retry-After: ${wait ?? 'absent'}`, exchange: limited };
      return {
        expected: '401 once it is over',
        ...(after.answer?.status !== 401 && { received: `${after.answer?.status}` }),
        exchange: after,
      };
    },
  },
];

/** The limit on failed authentications. */
export const failuresCases: DeclareCases = (contract) =>
  judgements.map(
    ({ id, title, judge }): Case => ({
      id: `limits/failures/${id}`,
      title,
      requirement: 'failed-authentication-limited',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      alone: true,
      async run({ subject }) {
        const scene = await subject.share('limit of failures', async () => {
          const later = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
          const asked = await everyOperation(subject);
          const guess = withToken(subject, `not-a-token-${crypto.randomUUID()}`);
          const at = (index: number) => (asked[index % asked.length] as (typeof asked)[0]).spec;
          let found: Scene | undefined;
          await withLimits(subject, async () => {
            const guesses: Exchange[] = [];
            for (let count = 0; count < most + 2; count++) guesses.push(await guess.sendOnce(at(count)));
            const right = await subject.sendOnce(at(2));
            await later(62, subject.settings);
            found = { guesses, right, after: await guess.sendOnce(at(2)) };
            return [];
          });
          return found as unknown as Scene;
        });
        const { expected, received, exchange } = judge(scene);
        if (received === undefined) return [];
        return broken(contract, 'failed-authentication-limited', { expected, received, exchanges: exchange ? [exchange] : [] });
      },
    }),
  );
