import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { judgeForeign } from './ownership.ts';

/** Derives the case that another account's invoice gets the response of one that does not exist. */
export function deriveForeignInvoice(
  contract: Contract,
  slug: string,
  requirement: string,
  ask: (subject: Subject, id: unknown) => Promise<Exchange>,
): Case {
  return {
    id: `${slug}/ownership/foreign-invoice`,
    title: `${slug} for another account's invoice is answered as for an unknown one`,
    requirement,
    covers: ['foreign-invoice-looks-unknown'],
    operations: ['create-payment', slug],
    async run({ subject }) {
      const { id } = invoiceOf(await sharedCreate(subject));
      const other = asOther(subject);
      return judgeForeign(contract, requirement, id, (asked) => ask(other, asked));
    },
  };
}
