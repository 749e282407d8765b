import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Case, Finding } from '../../src/engine/case.ts';
import { makeFinding } from '../../src/engine/make-finding.ts';
import { answerHeader, answerObject, type Exchange } from '../../src/http/exchange.ts';
import { invoiceOf, type Subject } from '../../src/subject/subject.ts';

const unknown = 'inv_00000000000000000000000000';

const operations = [
  {
    slug: 'fetch-payment',
    requirement: 'fetch-foreign-is-unknown',
    ask: (subject: Subject, id: unknown) => subject.fetch(id),
  },
  {
    slug: 'submit-receipt',
    requirement: 'submit-foreign-is-unknown',
    ask: (subject: Subject, id: unknown) => subject.submit(id, 'made-up-receipt'),
  },
];

/** Another account's invoice is answered as one that is not there. */
export function ownershipCases(contract: Contract): Case[] {
  const known = operations.map(
    ({ slug, requirement, ask }): Case => ({
      id: `${slug}/ownership/foreign-invoice`,
      title: `${slug} for another account's invoice is answered as for an unknown one`,
      requirement,
      covers: ['foreign-invoice-looks-unknown'],
      operations: ['create-payment', slug],
      async run({ subject }) {
        const { id } = invoiceOf(await subject.created());
        const other = subject.asOther();
        return compare(contract, requirement, await ask(other, id), await ask(other, unknown));
      },
    }),
  );
  return [
    ...known,
    {
      id: 'submit-receipt/ownership/foreign-receipt',
      title: "A receipt that was counted on another account's invoice, for that invoice, is answered as for an unknown one",
      requirement: 'submit-foreign-is-unknown',
      covers: ['foreign-invoice-looks-unknown'],
      operations: ['create-payment', 'submit-receipt'],
      needs: ['pay'],
      async run({ subject }) {
        const other = subject.asOther();
        const { payable } = await subject.acceptedSubmit();
        const [foreign, missing] = [
          await other.submit(payable.invoice.id, payable.webReceipt),
          await other.submit(unknown, payable.webReceipt),
        ];
        return compare(contract, 'submit-foreign-is-unknown', foreign, missing);
      },
    },
  ];
}

function compare(contract: Contract, requirement: string, foreign: Exchange, missing: Exchange): Finding[] {
  const [told, wanted] = [bare(foreign), bare(missing)];
  if (foreign.answer?.status === missing.answer?.status && told === wanted) return [];
  const from = firstDifference(told, wanted);
  return [
    makeFinding(contract, requirement, {
      member: 'invoiceId',
      expected: `as for an unknown invoice: ${missing.answer?.status} ${excerpt(wanted, from)}`,
      received: `${foreign.answer?.status} ${excerpt(told, from)}`,
      exchanges: [missing, foreign],
    }),
  ];
}

/** The body as it was written, without the two ids that differ between any two requests. */
function bare({ answer, request }: Exchange): string {
  const { invoiceId } = JSON.parse(request.body ?? '{}') as { invoiceId: string };
  const requestIds = answer ? [answerHeader(answer, 'x-request-id'), answerObject(answer)?.requestId] : [];
  return [invoiceId, ...requestIds]
    .filter((id): id is string => typeof id === 'string' && id !== '')
    .reduce((text, id) => text.replaceAll(id, ''), answer?.text ?? '');
}

function firstDifference(one: string, other: string): number {
  const at = one.split('').findIndex((unit, index) => unit !== other[index]);
  return at === -1 ? one.length : at;
}

/** What stands around a place in the text. */
function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${showValue(text.slice(from))}`;
}
