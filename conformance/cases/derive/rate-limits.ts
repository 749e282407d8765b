import type { Case } from '../../src/case/case.ts';
import { type Contract, type Operation, operationById, type RateLimit } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, type RequestSpec, responseHeader, responseObject } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { bodyFor } from '../../src/subject/body-for.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { changesInvoice } from '../../src/subject/ways-into.ts';
import { until429, withLimits } from '../play/limit-rates.ts';

/** Derives the cases that an operation refuses requests over its limits, of an account and of an invoice. */
export function deriveRateLimits(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  return operation.rateLimits.map((limit) =>
    limit.per === 'account' ? ofAccount(contract, operation, limit) : ofInvoice(contract, operation, limit),
  );
}

const inTime = ({ seconds }: RateLimit): string => (seconds === 60 ? 'a minute' : `${seconds} s`);

function ofAccount(contract: Contract, operation: Operation, limit: RateLimit): Case {
  const { slug } = operation;
  const { requests: most, requirement } = limit;
  // Each for another invoice, where an invoice has a limit of its own or would be changed.
  const unknown = operation.rateLimits.some(({ per }) => per === 'invoice') || changesInvoice(contract, operation);
  return {
    id: `${slug}/rate-limit`,
    title: `More than ${most} ${slug} requests in ${inTime(limit)} are answered 429`,
    requirement,
    covers: ['rate-limit-is-429', 'rate-limit-is-told'],
    operations: [slug],
    derived: true,
    proves: [`rate limit ${limit.name} of ${operation.id}`],
    problem: 'rate_limited',
    alone: true,
    run: ({ subject, features }) =>
      withLimits(subject, async () => {
        const { id } = invoiceOf(await sharedCreate(subject));
        const specOf = (count: number): RequestSpec =>
          requestFor(operation, bodyFor(subject, operation, unknown ? `no-such-invoice-${count}` : id));
        const [first, over] = await until429(subject, most + 1, specOf);
        if (over === undefined) {
          const received = `${most + 1} requests, none answered 429`;
          return broken(contract, requirement, { expected: `429 after ${most}`, received, exchanges: [first] });
        }
        return [...told(contract, first), ...(await judge429(contract, subject, features, over, specOf(most + 1)))];
      }),
  };
}

function ofInvoice(contract: Contract, operation: Operation, limit: RateLimit): Case {
  const { slug } = operation;
  const { requests: most, requirement } = limit;
  const noun = slug.split('-')[0];
  return {
    id: `${slug}/rate-limit/one-invoice`,
    title: `More than ${most} ${noun}s for one invoice in ${inTime(limit)} are answered 429`,
    requirement,
    operations: [...new Set(['create-payment', slug])],
    derived: true,
    proves: [`rate limit ${limit.name} of ${operation.id}`],
    alone: true,
    run: ({ subject }) =>
      withLimits(subject, async () => {
        const { id } = invoiceOf(await subject.create());
        const [first, over] = await until429(subject, most + 1, () => requestFor(operation, bodyFor(subject, operation, id)));
        if (over) return [];
        const received = `${most + 1} ${noun}s for one invoice, none answered 429`;
        return broken(contract, requirement, { expected: `429 after ${most}`, received, exchanges: [first] });
      }),
  };
}

function told(contract: Contract, exchange: Exchange): Finding[] {
  const headers = ['ratelimit', 'ratelimit-policy'].map((name) => exchange.answer && responseHeader(exchange.answer, name));
  if (headers.every((value) => value !== undefined && value !== '')) return [];
  const received = `RateLimit: ${headers[0] ?? 'absent'}, RateLimit-Policy: ${headers[1] ?? 'absent'}`;
  return broken(contract, 'rate-limit-is-told', { expected: 'RateLimit and RateLimit-Policy', received, exchanges: [exchange] });
}

async function judge429(
  contract: Contract,
  subject: Subject,
  features: ReadonlySet<string>,
  over: Exchange,
  again: RequestSpec,
): Promise<Finding[]> {
  const after = over.answer && responseHeader(over.answer, 'retry-after');
  const code = over.answer && responseObject(over.answer)?.code;
  const right = over.answer?.status === 429 && (!features.has('problem-details') || code === 'rate_limited');
  if (!right || !/^\d+$/.test(after ?? '')) {
    const received = `${over.answer?.status} ${showValue(code)}, Retry-After: ${after ?? 'absent'}`;
    return broken(contract, 'rate-limit-is-429', {
      expected: '429 rate_limited with Retry-After in seconds',
      received,
      exchanges: [over],
    });
  }
  await requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed')(Number(after) + 1, subject.settings);
  const exchange = await subject.sendOnce(again);
  if (exchange.answer?.status !== 429) return [];
  return broken(contract, 'rate-limit-is-429', {
    expected: `no 429 after Retry-After: ${after}`,
    received: '429',
    exchanges: [over, exchange],
  });
}
