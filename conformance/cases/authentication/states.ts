import { acceptedSubmit } from '../../payments/receipts.ts';
import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Contract, type Operation, operationById, requirementAbout } from '../../src/contract/contract.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { bodyFor } from '../../src/subject/body-for.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { changesInvoice, wayInto } from '../../src/subject/ways-into.ts';
import { sharedInvoiceIn } from '../derive/access/foreign-invoice.ts';
import { judgeNoSuccess, withoutHeader } from '../derive/refusals/send-violation.ts';
import { authorizedBy, everywhere, firstWrong } from '../play/odd-input.ts';

/** Cases that read an invoice without a token, because no state of an invoice makes it public. */
export const statesCases: DeclareCases = (contract) => [
  afterReceipt(contract),
  ...contract.lifecycle.states
    .filter((state) => state !== contract.lifecycle.initial && wayInto(contract, state))
    .map((state) => inState(contract, state)),
];

/** Derives a case for an invoice whose receipt was accepted. */
function afterReceipt(contract: Contract): Case {
  const reads = readsOf(contract);
  return {
    id: 'authentication/states/after-receipt',
    title:
      'An invoice whose receipt was accepted is not shown without a token or with an unknown one, even if the receipt comes again',
    requirement: 'fetch-requires-token',
    covers: ['submit-requires-token'],
    operations: ['create-payment', 'submit-receipt', ...reads.map(({ slug }) => slug)],
    derived: true,
    async run({ subject }) {
      const { payable, exchange } = await acceptedSubmit(subject);
      // Throws if the submission was refused, which another case reports.
      const { id } = invoiceOf(exchange);
      const repeated = subject.requestOf('submitReceipt', { invoiceId: id, webReceipt: payable.webReceipt });
      const shown = await judgeReads(contract, subject, reads, id);
      return shown.length > 0 ? shown : judgeUnknown(contract, subject, operationById(contract, 'submitReceipt'), repeated);
    },
  };
}

const readsOf = (contract: Contract): Operation[] =>
  everywhere(contract).filter((operation) => operation.identifies !== undefined && !changesInvoice(contract, operation));

function inState(contract: Contract, state: string): Case {
  const reads = readsOf(contract);
  return {
    id: `authentication/states/${state}`,
    title: `An invoice that is ${state} is not shown without a token or with an unknown one`,
    requirement: 'fetch-requires-token',
    operations: ['create-payment', ...reads.map(({ slug }) => slug)],
    features: ['lifecycle'],
    derived: true,
    ...(state === 'EXPIRED' && { movesClock: true }),
    async run({ subject }) {
      const { id } = await sharedInvoiceIn(subject, state);
      return judgeReads(contract, subject, reads, id);
    },
  };
}

/** Checks that an invoice is not shown without a token or with an unknown one. */
const judgeReads = (contract: Contract, subject: Subject, reads: readonly Operation[], id: unknown): Promise<Finding[]> =>
  firstWrong(reads, async (operation) =>
    judgeUnknown(contract, subject, operation, requestFor(operation, await bodyFor(subject, operation, id))),
  );

/** Checks that a request is refused without its token and with an unknown one. */
async function judgeUnknown(contract: Contract, subject: Subject, operation: Operation, spec: RequestSpec): Promise<Finding[]> {
  const requirement = requirementAbout(operation, 'authentication').id;
  return firstWrong([withoutHeader('Authorization', spec), authorizedBy(`Bearer ${crypto.randomUUID()}`, spec)], async (tried) =>
    judgeNoSuccess(contract, requirement, await subject.send(tried), { member: 'Authorization' }),
  );
}
