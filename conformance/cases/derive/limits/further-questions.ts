import type { Case } from '../../../src/case/case.ts';
import type { RateLimit } from '../../../src/contract/contract.ts';
import { groupBy } from '../../../src/group-by.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { type Exhausted, isRefused } from '../../play/exhaust-limit.ts';
import type { LimitPlay } from '../../play/play-limit.ts';
import { toldQuotas } from './judge-told-limit.ts';

/** Number of requests by which two counts may differ, because a deployment's servers may exchange their counts with a delay. */
const countedApart = 2;

export interface Question extends Pick<Case, 'title' | 'requirement' | 'covers' | 'problem' | 'features'> {
  /** The suffix that follows the id of the limit's first case. */
  id: string;
  /** Restricts the question to one kind of limit: per account, or per invoice. */
  only?: RateLimit['per'];
  /** False if the question cannot be asked about the operation. */
  fits?: boolean;
  /** The adapter's function without which the question is skipped. */
  needs?: keyof typeof reasons;
  judge(played: LimitPlay, subject: Subject, features: ReadonlySet<string>): Finding[];
}

/** Why a question needs a function of the adapter. */
export const reasons = {
  mintToken: 'A further token is needed',
  advanceTime: 'A clock that can be moved is needed',
} as const;

export type MakeFinding = (id: string, expected: string, received: string, ...exchanges: Exchange[]) => Finding[];

/** Makes a finding if `other`, sent after the limit was exceeded, got a wrong response. Another case reports a missing limit. */
export function judgeOver(
  finding: MakeFinding,
  id: string,
  expected: string,
  { over }: LimitPlay,
  other: Exchange | undefined,
  isRight = isRefused,
): Finding[] {
  if (!isRefused(over) || other === undefined || isRight(other)) return [];
  return finding(id, expected, `${other.answer?.status}`, over, other);
}

export const ofTheAccount = '429: the limit is that of the account';

/** Lists questions about a limit in further windows, for other accounts and tokens, and after the invoice has changed. */
export function askFurther({ requirement, requests: most, seconds }: RateLimit, what: string, finding: MakeFinding): Question[] {
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
  const inNextWindow = 'in the next window too, even if they are sent at once, replayed or refused for another reason';
  return [
    {
      id: '/again',
      title: `The limit of ${what} holds again in the next window, also for many at once and for requests with other mistakes`,
      requirement,
      needs: 'advanceTime',
      judge: (played) => judgeHeld(played.again, played, inNextWindow),
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
      needs: 'mintToken',
      judge: (played) => judgeOver(finding, requirement, ofTheAccount, played, played.narrowToken),
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
        const expected = `as for an unknown invoice: ${unknown} of ${strange.unknown.length} refused with 429`;
        const last = [strange.unknown, strange.foreign].map((all) => all.at(-1) as Exchange);
        return finding('submit-foreign-is-unknown', expected, `${foreign} refused with 429`, ...last);
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
