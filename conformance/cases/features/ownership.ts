import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Case } from '../../src/engine/case.ts';
import { makeFinding } from '../../src/engine/make-finding.ts';
import type { Exchange } from '../../src/http/exchange.ts';
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
  return operations.map(({ slug, requirement, ask }) => ({
    id: `${slug}/ownership/foreign-invoice`,
    title: `${slug} for another account's invoice is answered as for an unknown one`,
    requirement,
    covers: ['foreign-invoice-looks-unknown'],
    operations: ['create-payment', slug],
    async run({ subject }) {
      const { id } = invoiceOf(await subject.created());
      const other = subject.asOther();
      const [foreign, missing] = [await ask(other, id), await ask(other, unknown)];
      if (foreign.answer?.status === missing.answer?.status && bare(foreign) === bare(missing)) return [];
      return [
        makeFinding(contract, requirement, {
          member: 'invoiceId',
          expected: `as for an unknown invoice: ${missing.answer?.status} ${showValue(missing.answer?.text)}`,
          received: `${foreign.answer?.status} ${showValue(foreign.answer?.text)}`,
          exchanges: [missing, foreign],
        }),
      ];
    },
  }));
}

/** The body without what differs between any two requests. */
function bare({ answer, request }: Exchange): string {
  const { invoiceId } = JSON.parse(request.body ?? '{}') as { invoiceId: string };
  return (answer?.text ?? '').replaceAll(invoiceId, '').replace(/"requestId":"[^"]*"/, '');
}
