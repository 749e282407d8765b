import type { Case } from '../../../src/case/case.ts';
import { type Contract, type Operation, type RateLimit, requirementById } from '../../../src/contract/contract.ts';
import { factsOf } from '../../../src/contract/domain.ts';
import { type Exchange, isSuccess, responseHeader } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../../src/outcome/finding.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { isRefused, isTooLong, judge429, renderTries, secondsToWait } from '../../play/exhaust-limit.ts';
import { type LimitPlay, often, playLimit } from '../../play/play-limit.ts';
import { judgeUnchanged } from '../lifecycle/unchanged.ts';
import { askFurther, judgeOver, type MakeFinding, ofTheAccount, type Question, reasons } from './further-questions.ts';
import { judgeTold, judgeToldAtEnd, judgeToldOnReplay, toldQuotas } from './judge-told-limit.ts';

/** A window may appear this many seconds shorter than in the contract, because of rounding and the time that requests take. */
const slack = 5;

/** Derives cases for each limit of an operation, for an account and for an invoice. */
export function deriveRateLimits(contract: Contract, operation: Operation): Case[] {
  const { rateLimits } = operation;
  // Of several limits of an account or invoice, only the one that is exceeded first gets cases. Others need handwritten cases.
  const first = rateLimits.filter((limit) =>
    rateLimits.every((other) => other === limit || other.per !== limit.per || isBefore(limit, other)),
  );
  return first.flatMap((limit) => deriveRateLimit(contract, operation, limit));
}

const hasStatus =
  (status: number) =>
  ({ answer }: Exchange): boolean =>
    answer?.status === status;

/** Checks whether one limit is exceeded before another: it allows fewer requests, or the same number in a longer time. */
const isBefore = (one: RateLimit, other: RateLimit): boolean =>
  one.requests < other.requests || (one.requests === other.requests && one.seconds > other.seconds);

/** Derives cases for one limit: what it allows, whose requests count, how long it holds, and what responses state about it. */
function deriveRateLimit(contract: Contract, operation: Operation, limit: RateLimit): Case[] {
  const { slug, parameters, identifies } = operation;
  const { requirement, requests: most, seconds, per } = limit;
  const what = per === 'invoice' ? `${slug} requests for one invoice` : `${slug} requests`;
  const finding: MakeFinding = (id, expected, received, ...exchanges) => broken(contract, id, { expected, received, exchanges });
  const inOrder = 'checks-in-order';

  const questions: Question[] = [
    {
      id: '',
      title: `${most} ${what} in ${seconds} seconds are allowed, and the next one is refused with 429`,
      requirement,
      covers: ['rate-limit-is-429', 'rate-limit-is-told'],
      problem: 'rate_limited',
      judge(played, _subject, features) {
        const wrong = judgeCount(contract, limit, played);
        return [
          ...wrong,
          ...(wrong.length > 0 ? [] : judgeTold(contract, operation, played.within, undefined)),
          ...judge429(contract, features, played.over),
        ];
      },
    },
    {
      id: '/told',
      title: `RateLimit and RateLimit-Policy state the limit of ${most} ${what} in ${seconds} seconds`,
      requirement: 'rate-limit-is-told',
      only: 'account',
      judge(played) {
        // Another case reports a wrong or missing limit. The headers then differ too, so they are not judged here.
        if (judgeCount(contract, limit, played).length > 0) return [];
        return [
          ...judgeTold(contract, operation, played.within, limit),
          ...judgeToldAtEnd(contract, operation, played.within, played.over, limit),
          ...judgeToldOnReplay(contract, played),
        ];
      },
    },
    {
      id: '/by-account',
      title: `Another token of the account gets no further ${what}`,
      requirement,
      needs: 'mintToken',
      judge: (played) => judgeOver(finding, requirement, ofTheAccount, played, played.otherToken),
    },
    {
      id: '/live',
      title: `A live token of the account has its own limit of ${what}`,
      requirement: 'test-tokens-apart/limit',
      only: 'account',
      features: ['rate-limits'],
      needs: 'mintToken',
      judge({ over, live }) {
        if (live === undefined) throw new CaseSkipped('The adapter mints no live token here.', 'mintToken');
        if (!isRefused(over) || !isRefused(live)) return [];
        return finding('test-tokens-apart', 'no 429: live and test share no limit', '429', over, live);
      },
    },
    {
      id: '/scope-first',
      title: 'A token that lacks the scope is refused with 403 even over the limit',
      requirement: inOrder,
      features: ['rate-limits', 'scopes'],
      needs: 'mintToken',
      judge: (played) => judgeOver(finding, inOrder, '403 insufficient_scope', played, played.withoutScope, hasStatus(403)),
    },
    {
      id: '/before-body',
      title: 'A request with a wrong body is refused with 429 over the limit',
      requirement: inOrder,
      only: 'account',
      features: ['rate-limits'],
      judge(played) {
        const other = played.wrongLater.find((one) => !isRefused(one));
        return judgeOver(finding, inOrder, '429 rate_limited', played, other);
      },
    },
    {
      id: '/schema-first',
      title: "A body that breaks the schema is refused with 422 even over its invoice's limit",
      requirement: inOrder,
      only: 'invoice',
      features: ['rate-limits'],
      judge: (played) => judgeOver(finding, inOrder, '422 validation_failed', played, played.malformed, hasStatus(422)),
    },
    {
      id: '/changes-nothing',
      title: `A receipt that is refused over the limit of ${what} changes nothing, and counts when it comes again after the wait`,
      requirement: 'rate-limit-is-429',
      fits: operation.id === factsOf(contract).lacking.operation,
      judge({ unsettled, after }, subject) {
        subject.wire.use('pay');
        if (!unsettled) throw new CaseSkipped('There was no receipt to submit. Use --pay or --adapter to make payments.', 'pay');
        if (!isRefused(unsettled.exchange)) return [];
        const difference = `the limit of ${what}: not reached → reached`;
        const wrong = judgeUnchanged(contract, 'rate-limit-is-429', { ...unsettled, difference });
        if (wrong.length > 0 || unsettled.again?.status !== contract.lifecycle.initial) return wrong;
        const [expected, received] = ['the receipt counts when it comes again after the wait', 'a 200, and no change'];
        return finding('rate-limit-is-429', expected, received, unsettled.exchange, after ?? unsettled.read);
      },
    },
    {
      id: '/other-account',
      title: `The limit of ${what} of one account does not apply to another`,
      requirement,
      judge({ over, otherAccount }, subject) {
        asOther(subject);
        // Another case reports a missing limit.
        if (!isRefused(over)) throw new CaseInconclusive('Nothing was refused with 429, so this cannot show whose limit it is.');
        return otherAccount?.answer?.status === 429 ? finding(requirement, 'no 429', '429', otherAccount) : [];
      },
    },
    {
      id: per === 'invoice' ? '/other-invoice' : '/of-its-own',
      title: `The limit of ${what} does not apply to ${per === 'invoice' ? 'another invoice' : 'the other operations'}`,
      requirement,
      judge({ others }) {
        const shut = others.find(isRefused);
        return shut ? finding(requirement, 'no 429', `${shut.answer?.status} at ${shut.request.path}`, shut) : [];
      },
    },
    {
      id: '/ends',
      title: `The limit of ${what} ends after the time that the 429 asks to wait`,
      requirement: 'rate-limit-is-429',
      needs: 'advanceTime',
      judge({ over, after }) {
        if (after === undefined || !isRefused(after)) return [];
        const expected = `no 429 after Retry-After: ${secondsToWait(over)}, though requests were refused meanwhile`;
        return finding('rate-limit-is-429', expected, '429', over, after);
      },
    },
    {
      id: '/key-unused',
      title: `A key that was refused over the limit of ${what} is unused`,
      requirement: 'idempotency-keeps-successes-only/limited',
      features: ['rate-limits'],
      // Leaves out operations on an object: these calls send an unknown id, so no key could make them succeed.
      fits: identifies === undefined && parameters.some(({ name }) => name === 'Idempotency-Key'),
      needs: 'advanceTime',
      judge({ over, after }) {
        if (!isRefused(over) || after?.answer === undefined || isRefused(after)) return [];
        const replayed = responseHeader(after.answer, 'idempotent-replayed');
        if (isSuccess(after.answer) && replayed === undefined) return [];
        // The account may have reached its limit of open objects (`x-most-at-once`). Such a refusal leaves the key unused too.
        if (after.answer.status === contract.problems.get(operation.mostAtOnce?.problem ?? '')?.status) return [];
        const received = `${after.answer.status}${replayed === undefined ? '' : `, Idempotent-Replayed: ${replayed}`}`;
        return finding('idempotency-keeps-successes-only', 'a success without Idempotent-Replayed', received, over, after);
      },
    },
    {
      id: '/window',
      title: `The window of the limit of ${what} is ${seconds} seconds`,
      requirement,
      needs: 'advanceTime',
      judge({ over, refused, again }) {
        const wait = secondsToWait(over);
        if (isRefused(over) && wait !== undefined && isTooLong(wait, limit))
          return finding(requirement, `Retry-After: at most ${seconds}`, `Retry-After: ${wait}`, over);
        // Skips the check for a limit that seems to refill gradually, because such a limit has no fixed window.
        if (!again || !refused.every(isRefused) || again.within.some(isRefused)) return [];
        const rest = secondsToWait(again.over);
        const least = seconds - Math.ceil(again.milliseconds / 1000) - slack;
        if (rest === undefined || rest >= least) return [];
        const expected = `Retry-After: about ${seconds}, because a window has just begun`;
        return finding(requirement, expected, `Retry-After: ${rest}`, again.over);
      },
    },
    ...askFurther(limit, what, finding),
  ];
  const manyTimes = ['/window', '/again', '/other-account-too'];
  return questions
    .filter(({ id, only = per, fits = true }) => fits && only === per && (most <= often || !manyTimes.includes(id)))
    .map(
      ({ judge, id, needs, only: _only, fits: _fits, ...rest }): Case => ({
        ...rest,
        id: `${slug}/rate-limit${per === 'invoice' ? '/one-invoice' : ''}${id}`,
        proves: [`rate limit ${limit.name} of ${operation.id}`],
        operations: [slug],
        alone: true,
        async run({ subject, features }) {
          const played = await playLimit(subject, operation.id, limit);
          if (!isRefused(played.over) && played.milliseconds > seconds * 900)
            throw new CaseInconclusive(
              `${most} requests took ${Math.round(played.milliseconds / 1000)} s: too long for a limit of ${seconds} s.`,
            );
          // The other cases assume the contract's limit. judgeCount skips them if the operator has set another limit or none.
          if (id !== '') judgeCount(contract, limit, played);
          if (needs) requireAbility(subject, needs, reasons[needs]);
          return judge(played, subject, features);
        },
      }),
    );
}

/** Checks how many requests were allowed. Skips the case if the operator has set another limit, or none. */
function judgeCount(contract: Contract, limit: RateLimit, { within, over, others, uncounted }: LimitPlay): Finding[] {
  const { requirement, requests: most, per } = limit;
  const early = within.findIndex(isRefused);
  if (early < 0 && isRefused(over)) return [];
  // Counts allowed requests anywhere in the list, because requests sent concurrently may arrive in another order.
  const letIn = early < 0 ? undefined : within.filter((one) => !isRefused(one)).length;
  // Responses report only the limits of an account, not those of an invoice.
  const quotas = per === 'account' ? toldQuotas(within) : [];
  const told = quotas.includes(most) ? [] : quotas;
  const isSetting = requirementById(contract, requirement).text.includes('unless the operator sets');
  if (isSetting && told.some((quota) => (letIn === undefined ? quota > most : quota === letIn)))
    throw new CaseSkipped(
      `RateLimit-Policy states ${told.join(' and ')} requests instead of the contract's ${most}: the operator has set another limit. Let limitRates set that of the contract.`,
    );
  const besides = uncounted ? ', not counting one that was refused for its scope' : '';
  if (letIn !== undefined)
    return broken(contract, requirement, {
      expected: `429 after ${most}${besides}`,
      received: `${within[early]?.answer?.status} after ${letIn}`,
      exchanges: [within[early] as Exchange],
      script: renderTries(within[early] as Exchange, most),
    });
  const isLimited = others.some((other) => isRefused(other) || toldQuotas([other]).length > 0);
  if (isSetting && isLimited && toldQuotas(within).length === 0)
    throw new CaseSkipped(
      `None of ${most + 1} requests was refused with 429, and only other operations state a limit: the operator has set none here.`,
    );
  return broken(contract, requirement, {
    expected: `429 after ${most}`,
    received: `${most + 1} requests, none refused with 429`,
    exchanges: [over],
    script: renderTries(over, most + 1),
  });
}
