import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { acceptedSubmit } from '../../src/subject/shared-exchanges.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { deriveForeignInvoice } from '../derive/access/foreign-invoice.ts';
import { judgeForeign } from '../derive/access/ownership.ts';

/** Cases that submit a receipt for another account's invoice. */
export const ownershipCases: DeclareCases = (contract) => [
  ...deriveForeignInvoice(contract, 'submitReceipt'),
  {
    id: 'submit-receipt/ownership/foreign-receipt',
    title: "A receipt that was counted on another account's invoice, for that invoice, gets the response of an unknown one",
    requirement: 'submit-foreign-is-unknown',
    covers: ['foreign-invoice-looks-unknown'],
    operations: ['create-payment', 'submit-receipt'],
    needs: ['pay'],
    async run({ subject }) {
      const other = asOther(subject);
      const { payable } = await acceptedSubmit(subject);
      const ask = (asked: unknown): Promise<Exchange> => other.submit(asked, payable.webReceipt);
      return judgeForeign(contract, operationById(contract, 'submitReceipt'), payable.invoice.id, ask);
    },
  },
];
