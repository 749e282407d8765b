import { paid, shares } from '../../../payments/pay.ts';
import type { Case } from '../../../src/case/case.ts';
import { checkProblem } from '../../../src/checks/check-problem.ts';
import { type Contract, type Operation, operationById, requirementById } from '../../../src/contract/contract.ts';
import type { MostAtOnce } from '../../../src/contract/lifecycle.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { expireInvoice } from '../../../src/subject/expire-invoice.ts';
import type { Play } from '../../../src/subject/play.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { withToken } from '../../../src/subject/switch-account.ts';
import { renewed } from '../../../src/subject/unique-values.ts';
import { withLimits } from '../../play/exhaust-limit.ts';

/** The responses to an account that already has as many open objects as it may have. */
interface Filled {
  within: Exchange[];
  over: Exchange;
  replay?: Exchange;
  otherAccount?: Exchange;
  /** The create after a part payment of one object, which leaves that object open. */
  partPaid?: Exchange;
  /** Two creates after the full payment of another object, which makes room for only one of them. */
  settled?: [free: Exchange, over: Exchange];
  expired?: Exchange;
}

/** Derives cases for the number of open objects that an account may have (`x-most-at-once`): which ones count, and whose. */
export function deriveMostAtOnce(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug, mostAtOnce: most } = operation;
  // Only the states of an invoice are known.
  if (!most || !operation.creates) return [];
  const { problem, objects, states } = most;
  const stated = requirementById(contract, most.requirement);
  const refused = (exchange: Exchange | undefined, features: ReadonlySet<string>): Finding[] => {
    if (exchange === undefined) return [];
    if (hasSucceeded(exchange))
      return broken(
        contract,
        stated.id,
        insteadOf(`a refusal (${problem}), because ${objects} are ${states.join(' or ')}`, exchange),
      );
    if (!features.has('problem-details')) return [];
    return checkProblem(contract, { pointer: stated.pointer, problem: { requirement: stated, code: problem } }, exchange);
  };
  const taken = (exchange: Exchange | undefined, why: string): Finding[] =>
    exchange === undefined || hasSucceeded(exchange) ? [] : broken(contract, stated.id, insteadOf(`a success: ${why}`, exchange));
  const one = (id: string, title: string, judge: (filled: Filled, features: ReadonlySet<string>) => Finding[]): Case => ({
    id: `${slug}/most-at-once${id}`,
    title,
    requirement: stated.id,
    operations: [slug],
    ...(operation.feature !== undefined && { features: [operation.feature] }),
    ...(id === '' && { problem }),
    derived: true,
    alone: true,
    movesClock: true,
    proves: [`most at once of ${operationId}`],
    async run({ subject, features }) {
      const filled = await fill(subject, operation, most);
      // The first case reports a deployment that accepts fewer or more objects.
      const isRight = filled.within.every(hasSucceeded) && !hasSucceeded(filled.over);
      if (id !== '' && !isRight) throw new CaseInconclusive('Another number is taken, as another case reports.');
      return judge(filled, features);
    },
  });
  return [
    one('', `${objects} open objects are taken, and the next one is refused (${problem})`, ({ within, over }, features) => {
      const early = within.findIndex((exchange) => !hasSucceeded(exchange));
      const found = taken(within[early], `only ${early} are open, and ${objects} may be`);
      return found.length > 0 ? found : refused(over, features);
    }),
    one('/replayed', 'A create is repeated by its key although no further one is taken', ({ replay }) =>
      taken(replay, 'it is a replay'),
    ),
    one('/other-account', 'The open objects of one account do not count for another one', ({ otherAccount }) =>
      taken(otherAccount, 'the other account has no open objects'),
    ),
    one('/part-paid', 'An object that is paid in part is open', ({ partPaid }, features) =>
      states.includes('UNDER_PAID') ? refused(partPaid, features) : taken(partPaid, 'one is UNDER_PAID'),
    ),
    one('/settled', 'An object that is paid makes room for one more', ({ settled }, features) => {
      const [free, over] = settled ?? [];
      if (states.includes('PAID')) return refused(free, features);
      const found = taken(free, 'one is PAID');
      return found.length > 0 ? found : refused(over, features);
    }),
    one('/expired', 'Objects that have expired make room', ({ expired }) =>
      states.includes('EXPIRED') ? [] : taken(expired, 'the others are EXPIRED'),
    ),
  ];
}

/** Fills an account, once for all cases, and sends further creates: at once, after payments, and after all objects expired. */
function fill(subject: Subject, operation: Operation, { objects }: MostAtOnce): Promise<Filled> {
  requireAbility(subject, 'limitRates', 'Limits that can be put on are needed');
  const advanceTime = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
  const { contract, settings } = subject;
  const [limit] = operation.rateLimits.filter(({ per }) => per === 'account');
  let sent = 0;
  const create = async (by: Subject = subject, key?: string): Promise<Exchange> => {
    const isFull = limit !== undefined && ++sent % Math.max(1, limit.requests - 1) === 0;
    if (isFull) await advanceTime(limit.seconds + 1, settings);
    const spec = renewed(contract, requestFor(operation, subject.createBody));
    return by.sendOnce(withKey(spec, key));
  };
  const pay = async (exchange: Exchange | undefined, cents: number): Promise<boolean> => {
    const { answer: response } = exchange ?? {};
    const play: Play = { subject, invoice: (response && responseObject(response)) ?? {}, counted: [], exchanges: [] };
    return paid(play, cents).then(hasSucceeded, () => false);
  };
  return subject.share('most at once', async () => {
    const last = invoiceOf(await subject.create());
    await expireInvoice(subject, last);
    return withLimits(subject, async (): Promise<Filled> => {
      const key = headerOf(operation, 'idempotency-key') ? crypto.randomUUID() : undefined;
      const within = [await create(subject, key)];
      while (within.length < objects) within.push(await create());
      const over = await create();
      if (!within.every(hasSucceeded) || hasSucceeded(over)) return { within, over };
      const { otherToken } = settings;
      const part = await pay(within[0], shares(subject).part);
      const filled: Filled = {
        ...{ within, over },
        ...(key !== undefined && { replay: await subject.sendOnce((within[0] as Exchange).request) }),
        ...(otherToken !== undefined && { otherAccount: await create(withToken(subject, otherToken)) }),
        ...(part && { partPaid: await create() }),
      };
      if (within.length > 1 && (await pay(within[1], shares(subject).whole))) filled.settled = [await create(), await create()];
      await expireInvoice(subject, last);
      return { ...filled, expired: await create() };
    });
  });
}
