import type { PaymentRequest } from '../../src/adapter/adapter.ts';
import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { answerHeader, type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { successOf } from '../../src/subject/baseline.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { shares, startPlay } from '../lifecycle/play.ts';

const year = 365 * 24 * 60 * 60 * 1000;

/** That nothing of v1 is gone, how its end is told, and that no status was added. */
export function versioningCases(contract: Contract): Case[] {
  return [
    ...contract.operations.map(
      (operation): Case => ({
        id: `${operation.slug}/version/nothing-taken-away`,
        title: `${operation.slug} takes the smallest request and answers with every member of v1`,
        requirement: 'version-grows-by-addition',
        operations: [operation.slug],
        async run({ subject }) {
          const exchange = await successOf(subject, operation);
          const invoice = invoiceOf(exchange);
          const gone = Object.keys(operation.answer.properties ?? {}).filter((member) => !Object.hasOwn(invoice, member));
          return gone.map((member) =>
            makeFinding(contract, 'version-grows-by-addition', {
              member,
              expected: `${member}: present`,
              received: `${member}: absent`,
              exchanges: [exchange],
            }),
          );
        },
      }),
    ),
    {
      id: 'answers/version/end-is-told',
      title: 'An answer that tells of an end tells it with Deprecation, Sunset and Link',
      requirement: 'deprecation-is-told',
      operations: ['create-payment'],
      run: async ({ subject }) => judgeEnd(contract, await sharedCreate(subject)),
    },
    {
      id: 'answers/version/end-is-far',
      title: 'A Sunset is at least 12 months after its Deprecation',
      requirement: 'old-version-overlaps',
      operations: ['create-payment'],
      run: async ({ subject }) => judgeOverlap(contract, await sharedCreate(subject)),
    },
    {
      id: 'answers/status/set-is-closed',
      title: 'No invoice shows a sixth status, part-paid, overpaid and failed ones included',
      requirement: 'lifecycle-set-is-closed',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      run: ({ contract: known, subject }) => statusesSeen(known, subject, 'lifecycle-set-is-closed'),
    },
  ];
}

/** A finding for each status that invoices of a run show and the contract does not know. */
export async function statusesSeen(contract: Contract, subject: Subject, requirement: string): Promise<Finding[]> {
  const exchanges = await subject.share('statuses', async () => {
    const { part, over, whole } = shares(subject);
    const paid = await shownAfter(subject, [
      { amount: part / 100, outcome: 'completed' },
      { amount: over / 100, outcome: 'completed' },
    ]);
    const failed = await shownAfter(subject, [
      { amount: whole / 100, outcome: 'pending' },
      { amount: whole / 100, outcome: 'failed' },
    ]);
    return [...paid, ...failed];
  });
  return exchanges.flatMap((exchange) => {
    const status = invoiceOf(exchange).status;
    if (contract.lifecycle.states.includes(String(status))) return [];
    return [
      makeFinding(contract, requirement, {
        member: 'status',
        expected: `status: one of ${contract.lifecycle.states.join(', ')}`,
        received: `status: ${showValue(status)}`,
        exchanges: [exchange],
      }),
    ];
  });
}

/** A new invoice, as it is shown after each of these payments that can be made. */
async function shownAfter(subject: Subject, payments: Omit<PaymentRequest, 'invoice'>[]): Promise<Exchange[]> {
  const { invoice, exchanges } = await startPlay(subject);
  for (const payment of payments) {
    const receipt = await subject.pay({ invoice, ...payment }).catch(nullIfSkipped);
    if (receipt === null) continue;
    const submitted = await subject.submit(invoice.id, receipt);
    // How it is refused is not told here.
    if (submitted.answer && isSuccess(submitted.answer)) exchanges.push(submitted);
    exchanges.push(await subject.fetch(invoice.id));
  }
  return exchanges;
}

function nullIfSkipped(error: unknown): null {
  if (error instanceof CaseSkipped) return null;
  throw error;
}

function ends({ answer }: Exchange): (string | undefined)[] {
  return ['deprecation', 'sunset', 'link'].map((name) => answer && answerHeader(answer, name));
}

function judgeEnd(contract: Contract, exchange: Exchange): Finding[] {
  const [deprecation, sunset, link] = ends(exchange);
  // A version that does not end says nothing.
  if (deprecation === undefined && sunset === undefined) return [];
  if (deprecation !== undefined && sunset !== undefined && link !== undefined) return [];
  const received = `Deprecation: ${deprecation ?? 'absent'}, Sunset: ${sunset ?? 'absent'}, Link: ${link ?? 'absent'}`;
  return [
    makeFinding(contract, 'deprecation-is-told', { expected: 'Deprecation, Sunset and Link', received, exchanges: [exchange] }),
  ];
}

function judgeOverlap(contract: Contract, exchange: Exchange): Finding[] {
  const [deprecation, sunset] = ends(exchange);
  const from = Number(/^@(\d+)$/.exec(deprecation ?? '')?.[1]) * 1000;
  const to = Date.parse(sunset ?? '');
  if (Number.isNaN(from) || Number.isNaN(to) || to - from >= year) return [];
  return [
    makeFinding(contract, 'old-version-overlaps', {
      member: 'Sunset',
      expected: `Sunset: 12 months after ${new Date(from).toISOString()}`,
      received: `Sunset: ${sunset}`,
      exchanges: [exchange],
    }),
  ];
}
