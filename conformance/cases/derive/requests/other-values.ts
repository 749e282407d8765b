import { amountOf } from '../../../payments/pay.ts';
import type { Case } from '../../../src/case/case.ts';
import { type Contract, fieldRequirement, type Operation } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { decimalsOf } from '../../../src/contract/exact-numbers.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { type Exchange, hasSucceeded, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { invoiceOf, sharedFetch } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { echoesOf } from './sent-values.ts';

/** Values of a field. A deployment may refuse them, but if it accepts one, the response must repeat it unchanged. */
interface Others extends Pick<Case, 'id' | 'title' | 'requirement'> {
  member: string;
  values(subject: Subject): unknown[];
}

// 1.15 * 100 is not an integer in binary. 131072.07 is inexact as a 32-bit float. 50000000 in cents exceeds 32 bits, signed or
// not, and 1e17 in cents exceeds 64 bits.
const amounts = [1, 0.1, 0.29, 1.15, 19.99, 1000, 131_072.07, 50_000_000, 1e17];

/** Kinds of values, for the amount and for each format. */
const kinds: Record<string, Pick<Others, 'title' | 'values'>> = {
  amount: {
    title: 'Smaller, larger and finer amounts',
    // Leaves out amounts with more decimals than the run's amount, because a core deployment may not support decimals.
    values(subject) {
      const taken = amountOf(subject);
      return [
        ...amounts.filter((amount) => decimalsOf(amount) <= decimalsOf(taken)),
        // A number with one decimal too many for money. The deployment may refuse or store it, but must not round it silently.
        ...(decimalsOf(taken) > 0 ? [Number(`${taken}5`)] : []),
      ];
    },
  },
  uri: {
    title: 'A URL with a fragment, one with a plus sign, one without a path and a long one',
    values: () => [
      'https://example.com/shop#/orders/1042',
      'https://example.com/thanks?words=a+b&more=%2B',
      // Many URL parsers append a slash to a URL without a path.
      'https://example.com',
      `https://example.com/thanks?basket=${'0123456789'.repeat(60)}`,
    ],
  },
};

/** Lists the fields to vary when creating invoices: the amount and every URL that the invoice repeats, each with its values. */
function othersOf(contract: Contract): Others[] {
  const create = creatorOf(contract);
  return echoesOf(create).flatMap(({ property, sent, schema }): Others[] => {
    const kind = kinds[sent === 'amount' ? sent : String(create.request.properties?.[sent]?.format)];
    const slug = sent.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const requirement = fieldRequirement(contract, schema, `${create.responsePointer}/properties/${pointed(property)}`).id;
    return kind ? [{ ...kind, id: `other-${slug}s`, member: sent, requirement }] : [];
  });
}

/** Derives cases for defects that a single value does not show, such as a store that truncates long or large values. */
export function deriveOtherValues(contract: Contract, operation: Operation): Case[] {
  const { slug, responsePointer, creates } = operation;
  const isRead = readerOf(contract).id === operation.id;
  return othersOf(contract).map((other): Case => {
    const { member: field, requirement } = other;
    return {
      id: `${slug}/echo/${other.id}`,
      title: `${other.title}: the response of ${slug} has each that create accepted as it was sent`,
      requirement,
      ...(isRead && { covers: ['fetch-answers-invoice'] }),
      operations: [...new Set([creatorOf(contract).slug, slug])],
      async run({ subject }) {
        // If the fetch returns no invoice, another case reports it.
        if (isRead) invoiceOf(await sharedFetch(subject));
        const taken = await takenOf(subject, other);
        if (taken.length === 0) throw new CaseSkipped(`This deployment refused every other ${field}, as it may.`);
        const judged = taken.map(async ({ value, created }): Promise<Finding[]> => {
          const read = creates ? created : await subject.fetch(invoiceOf(created).id);
          const difference = `${field}: ${showValue(subject.createBody[field])} → ${showValue(value)}`;
          const exchanges = [...new Set([created, read])];
          // A refused fetch returns no fields to compare. The finding then says that the invoice is missing.
          if (read.answer && !isSuccess(read.answer))
            return broken(contract, 'fetch-answers-invoice', { difference, ...insteadOf('the invoice', read), exchanges });
          const shown = read.answer && responseObject(read.answer)?.[field];
          if (shown === value) return [];
          const about = { member: field, pointer: `${responsePointer}/properties/${pointed(field)}`, difference, exchanges };
          const received = `${read.answer?.status} with ${field}: ${showValue(shown)}`;
          return broken(contract, requirement, { ...about, expected: `${field}: ${showValue(value)}`, received });
        });
        return (await Promise.all(judged)).flat();
      },
    };
  });
}

/** Creates an invoice for each value, all at the same time, which also reveals a server that mixes up the data of requests. */
function takenOf(subject: Subject, { id, member: field, values }: Others): Promise<{ value: unknown; created: Exchange }[]> {
  const send = async (value: unknown) => ({ value, created: await subject.create({ ...subject.createBody, [field]: value }) });
  return subject.share(id, async () =>
    (await Promise.all(values(subject).map(send))).filter(({ created }) => hasSucceeded(created)),
  );
}
