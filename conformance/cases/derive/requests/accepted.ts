import type { Case } from '../../../src/case/case.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { isSuccess, type RequestSpec } from '../../../src/http/exchange.ts';
import { broken } from '../../../src/outcome/make-finding.ts';
import type { Subject } from '../../../src/subject/subject.ts';

/** A create that must be accepted. */
interface Accepted {
  id: string;
  title: string;
  requirement: string;
  derived?: boolean;
  request(subject: Subject): RequestSpec;
}

/** Derives the case that a create at the inner edge of a limit is accepted. */
export function deriveAccepted(contract: Contract, { id, title, requirement, derived, request }: Accepted): Case {
  return {
    id,
    title,
    requirement,
    ...(derived && { derived }),
    operations: ['create-payment'],
    async run({ subject }) {
      const exchange = await subject.send(request(subject));
      if (exchange.answer && isSuccess(exchange.answer)) return [];
      const received = `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`;
      return broken(contract, requirement, { expected: 'a success', received, exchanges: [exchange] });
    },
  };
}
