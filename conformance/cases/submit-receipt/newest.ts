import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { makePayable } from '../../src/subject/shared-exchanges.ts';
import { firstWrong } from '../play/first-wrong.ts';
import { requirementOfUnknown } from '../play/near-ids.ts';

/** Ids that no invoice has. Undefined leaves the field out. */
const noIds = [undefined, null, '', 'no-such-invoice-0123456789', 'latest', true, 0, [], {}];

/**
 * Cases that submit a receipt of the newest invoice without its id. A server that falls back to the newest invoice would accept
 * it.
 */
export const newestCases: DeclareCases = (contract) => {
  const submit = operationById(contract, 'submitReceipt');
  return [
    {
      id: 'submit-receipt/newest',
      title: 'A receipt of the newest invoice is refused without an id, and with one that no invoice has',
      requirement: 'submit-requires-invoice-id',
      covers: ['submit-refuses-wrong-types', 'unknown-invoice-is-404'],
      operations: ['create-payment', 'submit-receipt'],
      alone: true,
      async run({ subject, features }) {
        const { webReceipt } = await makePayable(subject);
        return firstWrong(noIds, async (id) => {
          const exchange = await subject.send(requestFor(submit, { ...(id !== undefined && { invoiceId: id }), webReceipt }));
          if (!exchange.answer || !isSuccess(exchange.answer)) return [];
          const isText = typeof id === 'string' && id !== '';
          const requirement = isText ? requirementOfUnknown('submit', features) : 'submit-refuses-wrong-types';
          return broken(contract, id === undefined ? 'submit-requires-invoice-id' : requirement, {
            member: 'invoiceId',
            pointer: `${submit.requestPointer}/properties/invoiceId`,
            difference: `invoiceId: that of the newest invoice → ${id === undefined ? 'absent' : showValue(id)}`,
            ...insteadOf('no success: the receipt is submitted for no invoice', exchange),
          });
        });
      },
    },
  ];
};
