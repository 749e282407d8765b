import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { answerHeader, answerObject, type Exchange, type RequestSpec } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther, withToken } from '../../src/subject/switch-account.ts';

const limits = [
  { slug: 'create-payment', id: 'createPayment', most: 60 },
  { slug: 'submit-receipt', id: 'submitReceipt', most: 60 },
  { slug: 'fetch-payment', id: 'fetchPayment', most: 600 },
];

/** What happens over a limit. A deployment is asked only where its adapter puts limits on for it. */
export function rateLimitCases(contract: Contract): Case[] {
  return [
    ...limits.map(({ slug, id, most }): Case => {
      const requirement = `${slug.split('-')[0]}-rate-limit`;
      return {
        id: `${slug}/rate-limit`,
        title: `More than ${most} ${slug} requests in a minute are answered 429`,
        requirement,
        covers: ['rate-limit-is-429', 'rate-limit-is-told'],
        operations: [slug],
        alone: true,
        run: ({ subject, features }) =>
          limited(subject, async () => {
            const { id: invoiceId } = invoiceOf(await sharedCreate(subject));
            // Submits for no invoice: ten for one are a limit of their own.
            const bodies: Record<string, (count: number) => unknown> = {
              createPayment: () => subject.createBody,
              submitReceipt: (count) => ({ invoiceId: `no-such-invoice-${count}`, webReceipt: 'made-up' }),
              fetchPayment: () => ({ invoiceId }),
            };
            const specOf = (count: number): RequestSpec => jsonRequest(subject.pathOf(id), bodies[id]?.(count));
            const [first, over] = await until429(subject, most + 1, specOf);
            if (over === undefined) {
              const received = `${most + 1} requests, none answered 429`;
              return [makeFinding(contract, requirement, { expected: `429 after ${most}`, received, exchanges: [first] })];
            }
            return [...told(contract, first), ...(await judge429(contract, subject, features, over, specOf(most + 1)))];
          }),
      };
    }),
    {
      id: 'submit-receipt/rate-limit/one-invoice',
      title: 'More than 10 submits for one invoice in a minute are answered 429',
      requirement: 'submit-rate-limit',
      operations: ['create-payment', 'submit-receipt'],
      alone: true,
      run: ({ subject }) =>
        limited(subject, async () => {
          const { id: invoiceId } = invoiceOf(await subject.create());
          const path = subject.pathOf('submitReceipt');
          const [first, over] = await until429(subject, 11, () => jsonRequest(path, { invoiceId, webReceipt: 'made-up' }));
          if (over) return [];
          const received = '11 submits for one invoice, none answered 429';
          return [makeFinding(contract, 'submit-rate-limit', { expected: '429 after 10', received, exchanges: [first] })];
        }),
    },
    {
      id: 'create-payment/rate-limit/other-account',
      title: 'The limit of one account is not that of another',
      requirement: 'create-rate-limit',
      operations: ['create-payment'],
      alone: true,
      run: ({ subject }) =>
        limited(subject, async () => {
          const other = asOther(subject);
          const spec = jsonRequest(subject.pathOf('createPayment'), subject.createBody);
          const [, over] = await until429(subject, 61, () => spec);
          // Without a limit there is none to share: another case says that.
          if (!over) throw new CaseInconclusive('61 creates, none answered 429: whose limit it is cannot be told.');
          const exchange = await other.sendOnce(spec);
          if (exchange.answer?.status !== 429) return [];
          return [makeFinding(contract, 'create-rate-limit', { expected: 'no 429', received: '429', exchanges: [exchange] })];
        }),
    },
    {
      id: 'authentication/rate-limit',
      title: 'An address that tried twenty wrong tokens in a minute is answered 429',
      requirement: 'failed-authentication-limited',
      operations: ['fetch-payment'],
      alone: true,
      run: ({ subject }) =>
        limited(subject, async () => {
          const guess = withToken(subject, `not-a-token-${crypto.randomUUID()}`);
          const spec = jsonRequest(subject.pathOf('fetchPayment'), { invoiceId: 'no-such-invoice' });
          const [first, over] = await until429(guess, 21, () => spec);
          if (over) return [];
          const received = '21 requests with wrong tokens, none answered 429';
          return [
            makeFinding(contract, 'failed-authentication-limited', { expected: '429 after 20', received, exchanges: [first] }),
          ];
        }),
    },
  ];
}

/** Puts the limits on for the time of `work`. */
async function limited(subject: Subject, work: () => Promise<Finding[]>): Promise<Finding[]> {
  const limitRates = requireAbility(subject, 'limitRates', 'Rate limits that can be put on are needed');
  await limitRates(true, subject.settings);
  try {
    return await work();
  } finally {
    await limitRates(false, subject.settings);
  }
}

/** The first answer, and the first that is 429. */
async function until429(subject: Subject, most: number, specOf: (count: number) => RequestSpec): Promise<[Exchange, Exchange?]> {
  const first = await subject.sendOnce(specOf(0));
  for (let count = 1; count < most; count++) {
    const exchange = await subject.sendOnce(specOf(count));
    // Any refusal for load counts here; whether it is the right one is judged by the caller.
    if (exchange.answer?.status === 429 || exchange.answer?.status === 503) return [first, exchange];
  }
  return [first];
}

function told(contract: Contract, exchange: Exchange): Finding[] {
  const headers = ['ratelimit', 'ratelimit-policy'].map((name) => exchange.answer && answerHeader(exchange.answer, name));
  if (headers.every((value) => value !== undefined && value !== '')) return [];
  const received = `RateLimit: ${headers[0] ?? 'absent'}, RateLimit-Policy: ${headers[1] ?? 'absent'}`;
  return [
    makeFinding(contract, 'rate-limit-is-told', { expected: 'RateLimit and RateLimit-Policy', received, exchanges: [exchange] }),
  ];
}

async function judge429(
  contract: Contract,
  subject: Subject,
  features: ReadonlySet<string>,
  over: Exchange,
  again: RequestSpec,
): Promise<Finding[]> {
  const after = over.answer && answerHeader(over.answer, 'retry-after');
  const code = over.answer && answerObject(over.answer)?.code;
  const right = over.answer?.status === 429 && (!features.has('problem-details') || code === 'rate_limited');
  if (!right || !/^\d+$/.test(after ?? '')) {
    const received = `${over.answer?.status} ${showValue(code)}, Retry-After: ${after ?? 'absent'}`;
    return [
      makeFinding(contract, 'rate-limit-is-429', {
        expected: '429 rate_limited with Retry-After in seconds',
        received,
        exchanges: [over],
      }),
    ];
  }
  await requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed')(Number(after) + 1, subject.settings);
  const exchange = await subject.sendOnce(again);
  if (exchange.answer?.status !== 429) return [];
  return [
    makeFinding(contract, 'rate-limit-is-429', {
      expected: `no 429 after Retry-After: ${after}`,
      received: '429',
      exchanges: [over, exchange],
    }),
  ];
}
