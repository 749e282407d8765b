import type { RateLimit } from '../../../src/contract/contract.ts';
import { groupBy } from '../../../src/group-by.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { type Exhausted, isRefused } from '../../play/exhaust-limit.ts';
import type { LimitPlay } from '../../play/play-limit.ts';
import { toldQuotas } from './judge-told-limit.ts';

/** Requests by which two counts of a limit may differ, because the servers of a deployment may share them with a delay. */
const countedApart = 2;

export interface Question {
  /** The suffix that follows the id of the limit's first case. */
  id: string;
  title: string;
  requirement: string;
  /** Asks the question only for limits of this kind: per account, or per invoice. */
  only?: RateLimit['per'];
  covers?: string[];
  problem?: string;
  features?: string[];
  judge(played: LimitPlay, subject: Subject, features: ReadonlySet<string>): Finding[];
}

/** Derives cases about a limit in further windows, for other accounts and tokens, and after the invoice has changed. */
export function askFurther(
  { requirement, requests: most, seconds }: RateLimit,
  what: string,
  finding: (id: string, expected: string, received: string, ...exchanges: Exchange[]) => Finding[],
): Question[] {
  const judgeHeld = (limited: Exhausted | undefined, { over }: LimitPlay, whose: string): Finding[] => {
    // Another case reports a missing limit.
    if (!isRefused(over) || limited === undefined) return [];
    if (limited.milliseconds > seconds * 900)
      throw new CaseInconclusive(`${most} requests took ${Math.round(limited.milliseconds / 1000)} s: too long for this limit.`);
    if (isRefused(limited.over) || limited.within.some(isRefused)) return [];
    const kinds = groupBy([...limited.within, limited.over], ({ answer: response }) => response?.status);
    const letIn = [...kinds].map(([status, all]) => `${all.length} × ${status}`).join(', ');
    return finding(requirement, `429 after ${most} ${whose}`, `more than ${most} requests let in: ${letIn}`, limited.over);
  };
  return [
    {
      id: '/again',
      title: `The limit of ${what} holds again in the next window, also for many at once and for requests with other mistakes`,
      requirement,
      judge(played, subject) {
        requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
        return judgeHeld(
          played.again,
          played,
          'in the next window too, even if they are sent at once, replayed or refused for another reason',
        );
      },
    },
    {
      id: '/other-account-too',
      title: `The limit of ${what} holds for another account too`,
      requirement,
      features: ['ownership'],
      judge(played, subject) {
        asOther(subject);
        const [own, theirs] = [played, played.otherExhausted].map((one) => toldQuotas(one?.within ?? []).join(' and '));
        if (played.otherExhausted && own !== theirs)
          throw new CaseSkipped(
            `RateLimit-Policy states ${own || 'nothing'} for this account and ${theirs || 'nothing'} for the other. Let limitRates set the contract's limits for the account whose token it gets.`,
          );
        return judgeHeld(played.otherExhausted, played, 'of the other account too');
      },
    },
    {
      id: '/by-narrow-token',
      title: `A token of the account with no other scope gets no further ${what}`,
      requirement,
      only: 'account',
      features: ['scopes'],
      judge({ over, narrowToken }, subject) {
        requireAbility(subject, 'mintToken', 'A further token is needed');
        if (!isRefused(over) || narrowToken === undefined || isRefused(narrowToken)) return [];
        return finding(requirement, '429: the limit is that of the account', `${narrowToken.answer?.status}`, over, narrowToken);
      },
    },
    {
      id: '/foreign',
      title: `Over the limit of ${what}, another account gets the response for an unknown invoice`,
      requirement: 'submit-foreign-is-unknown',
      only: 'invoice',
      features: ['rate-limits'],
      judge({ over, strange }, subject) {
        asOther(subject);
        if (!isRefused(over) || !strange) return [];
        const [foreign = 0, unknown = 0] = [strange.foreign, strange.unknown].map((all) => all.filter(isRefused).length);
        if (Math.abs(foreign - unknown) <= countedApart) return [];
        return finding(
          'submit-foreign-is-unknown',
          `as for an unknown invoice: ${unknown} of ${strange.unknown.length} refused with 429`,
          `${foreign} refused with 429`,
          strange.unknown.at(-1) as Exchange,
          strange.foreign.at(-1) as Exchange,
        );
      },
    },
    {
      id: '/part-paid',
      title: `The limit of ${what} also holds for a part-paid invoice and for a receipt that it has counted`,
      requirement,
      only: 'invoice',
      features: ['lifecycle'],
      judge(played, subject) {
        subject.wire.use('pay');
        if (!played.partPaid)
          throw new CaseSkipped('No invoice could be part paid. Use --pay or --adapter to make payments.', 'pay');
        return judgeHeld(played.partPaid, played, 'for a part-paid invoice too, including repeated receipts');
      },
    },
  ];
}
