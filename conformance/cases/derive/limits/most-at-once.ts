import { paid, shares } from '../../../payments/pay.ts';
import type { Case } from '../../../src/case/case.ts';
import { checkProblem } from '../../../src/checks/check-problem.ts';
import { type Contract, type Operation, requirementById } from '../../../src/contract/contract.ts';
import { type Exchange, hasSucceeded } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { callFor, collectionAt, empty } from '../../../src/subject/collection.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { expireInvoice } from '../../../src/subject/expire-invoice.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { withToken } from '../../../src/subject/switch-account.ts';
import { renewed } from '../../../src/subject/unique-values.ts';
import { withLimits } from '../../play/exhaust-limit.ts';

/** A create, whether it must be refused because there are too many objects, and the reason for expecting that. */
type Tried = [exchange: Exchange, isRefused: boolean, why: string];

/** Derives a case for the maximum number of objects of an account (`x-most-at-once`): which objects count, and for whom. */
export function deriveMostAtOnce(contract: Contract, operation: Operation): Case[] {
  const { slug, mostAtOnce: most, creates, rateLimits, feature } = operation;
  if (!most) return [];
  const collection = collectionAt(contract, operation);
  const { list, deleting } = collection;
  // Only invoices have known states. Other objects must appear in a list, so that the suite can delete them first.
  if (!(most.until === undefined ? creates : list && deleting?.id === most.until)) return [];
  const { problem, objects, states = [] } = most;
  const stated = requirementById(contract, most.requirement);

  /** Creates all objects allowed. Then tries to create more: immediately, and after objects were paid, expired or deleted. */
  async function* tries(subject: Subject): AsyncGenerator<Tried> {
    const advanceTime = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
    const { settings } = subject;
    const [limit] = rateLimits.filter(({ per }) => per === 'account');
    let sent = 0;
    const create = async (by: Subject = subject, key?: string): Promise<Exchange> => {
      const isFull = limit !== undefined && ++sent % Math.max(1, limit.requests - 1) === 0;
      if (isFull) await advanceTime(limit.seconds + 1, settings);
      const body = creates ? subject.createBody : await bodyFor(subject, operation, undefined);
      return by.sendOnce(withKey(renewed(contract, requestFor(operation, body)), key));
    };
    const key = headerOf(operation, 'idempotency-key') ? crypto.randomUUID() : undefined;
    const within: Exchange[] = [];
    while (within.length < objects) {
      const made = await create(subject, within.length === 0 ? key : undefined);
      yield [made, false, `only ${within.length} are there, and ${objects} may be`];
      within.push(made);
    }
    const [first, second] = within as [Exchange, Exchange?];
    yield [await create(), true, `${objects} are there`];
    if (key !== undefined) yield [await subject.sendOnce(first.request), false, 'it is a replay'];
    if (settings.otherToken !== undefined)
      yield [await create(withToken(subject, settings.otherToken)), false, 'the other account has none'];
    if (deleting && !creates) {
      await callFor(deleting, subject, invoiceOf(first).id);
      yield [await create(), false, 'one was deleted'];
      yield [await create(), true, 'only one was deleted'];
      return;
    }
    const pay = (exchange: Exchange, cents: number): Promise<boolean> =>
      paid({ subject, invoice: invoiceOf(exchange), counted: [], exchanges: [exchange] }, cents).then(hasSucceeded, () => false);
    const counts = (state: string): boolean => states.includes(state);
    if (await pay(first, shares(subject).part)) yield [await create(), counts('UNDER_PAID'), 'one is UNDER_PAID'];
    if (second && (await pay(second, shares(subject).whole))) {
      yield [await create(), counts('PAID'), 'one is PAID'];
      if (!counts('PAID')) yield [await create(), true, 'only one is PAID'];
    }
    if (counts('EXPIRED')) return;
    await expireInvoice(subject, invoiceOf(first));
    yield [await create(), false, 'the others are EXPIRED'];
  }

  return [
    {
      id: `${slug}/most-at-once`,
      title: `${objects} objects of an account are taken, and the next one is refused (${problem}) until one no longer counts`,
      requirement: stated.id,
      operations: [slug],
      ...(feature !== undefined && { features: [feature] }),
      ...{ problem, alone: true, movesClock: true, proves: [`most at once of ${operation.id}`] },
      async run({ subject, features }): Promise<Finding[]> {
        requireAbility(subject, 'limitRates', 'Limits that can be put on are needed');
        const { otherToken } = subject.settings;
        if (creates) await expireInvoice(subject, invoiceOf(await subject.create()));
        else for (const by of [subject, ...(otherToken ? [withToken(subject, otherToken)] : [])]) await empty(collection, by);
        return withLimits(subject, async () => {
          for await (const [exchange, isRefused, why] of tries(subject)) {
            const wanted = isRefused ? `a refusal (${problem})` : 'a success';
            if (hasSucceeded(exchange) === isRefused)
              return broken(contract, stated.id, insteadOf(`${wanted}: ${why}`, exchange));
            const about = { pointer: stated.pointer, problem: { requirement: stated, code: problem } };
            const found = isRefused && features.has('problem-details') ? checkProblem(contract, about, exchange) : [];
            if (found.length > 0) return found;
          }
          return [];
        });
      },
    },
  ];
}
