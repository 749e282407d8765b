import type { Case } from '../../../src/case/case.ts';
import { type Contract, echoOf, fieldRequirement, operationById, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { invoiceOf, sharedFetch } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';

/** Values of a field. A deployment may refuse them, but if it accepts one, the response must repeat it unchanged. */
interface Others {
  id: string;
  member: string;
  requirement: string;
  title: string;
  values(subject: Subject): unknown[];
}

// 1.15 * 100 is not an integer in binary. 131072.07 is inexact as a 32-bit float. 50000000 in cents exceeds 32 bits, signed or
// not, and 1e17 in cents exceeds 64 bits.
const amounts = [1, 0.1, 0.29, 1.15, 19.99, 1000, 131_072.07, 50_000_000, 1e17];

const kinds: Record<'number' | 'uri', Pick<Others, 'title' | 'values'>> = {
  number: {
    title: 'Smaller, larger and finer amounts',
    // Leaves out amounts with more decimals than the run's amount, because a core deployment may not support decimals.
    values: ({ settings: { amount: taken } }) => [
      ...amounts.filter((amount) => decimals(amount) <= decimals(taken)),
      // A number with one decimal too many for money. The deployment may refuse or store it, but must not round it silently.
      ...(decimals(taken) > 0 ? [Number(`${taken}5`)] : []),
    ],
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

/** Returns the amount of a create and every URL that the invoice repeats, each with several values. */
function othersOf(contract: Contract): Others[] {
  const { id, request, response, responsePointer } = operationById(contract, 'createPayment');
  return Object.entries(response.properties ?? {}).flatMap(([name, schema]): Others[] => {
    const echo = echoOf(name, schema);
    const sent = request.properties?.[echo?.sent ?? ''];
    if (echo?.operation !== id || sent === undefined) return [];
    const kind = echo.sent === 'amount' ? kinds.number : sent.format === 'uri' ? kinds.uri : undefined;
    const slug = echo.sent.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const requirement = fieldRequirement(contract, schema, `${responsePointer}/properties/${pointed(name)}`).id;
    return kind ? [{ ...kind, id: `other-${slug}s`, member: echo.sent, requirement }] : [];
  });
}

/** Derives cases for defects that a single value does not show, such as a store that truncates long or large values. */
export function deriveOtherValues(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  return othersOf(contract).map((other): Case => {
    const { member: field, requirement } = other;
    return {
      id: `${operation.slug}/echo/${other.id}`,
      title: `${other.title}: the response of ${operation.slug} has each that create accepted as it was sent`,
      requirement: requirementById(contract, requirement).id,
      ...(operationId === 'fetchPayment' && { covers: ['fetch-answers-invoice'] }),
      operations: [...new Set(['create-payment', operation.slug])],
      derived: true,
      async run({ subject }) {
        // Another case reports a fetch without an invoice.
        if (operationId === 'fetchPayment') invoiceOf(await sharedFetch(subject));
        const taken = await takenOf(subject, other);
        if (taken.length === 0) throw new CaseSkipped(`This deployment refused every other ${field}, as it may.`);
        const judged = taken.map(async ({ value, created }): Promise<Finding[]> => {
          const read = operationId === 'createPayment' ? created : await subject.fetch(invoiceOf(created).id);
          const difference = `${field}: ${showValue(subject.createBody[field])} → ${showValue(value)}`;
          // A refused read does not show the field, so it is reported as a missing invoice.
          if (read.answer && !isSuccess(read.answer)) {
            const missed = { difference, ...insteadOf('the invoice', read), exchanges: [created, read] };
            return broken(contract, 'fetch-answers-invoice', missed);
          }
          const received = read.answer && responseObject(read.answer)?.[field];
          if (received === value) return [];
          const about = {
            member: field,
            pointer: `${operation.responsePointer}/properties/${pointed(field)}`,
            difference,
            expected: `${field}: ${showValue(value)}`,
            received: `${read.answer?.status} with ${field}: ${showValue(received)}`,
            exchanges: [...new Set([created, read])],
          };
          return broken(contract, requirement, about);
        });
        return (await Promise.all(judged)).flat();
      },
    };
  });
}

/** Sends all values at once, which also reveals a server that mixes up the data of requests. */
function takenOf(subject: Subject, { id, member: field, values }: Others): Promise<{ value: unknown; created: Exchange }[]> {
  return subject.share(id, async () => {
    const sent = values(subject).map(async (value) => ({
      value,
      created: await subject.create({ ...subject.createBody, [field]: value }),
    }));
    return (await Promise.all(sent)).filter(({ created: { answer: response } }) => response && isSuccess(response));
  });
}

function decimals(amount: number): number {
  return String(amount).split('.')[1]?.length ?? 0;
}
