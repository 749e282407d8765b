import type { Contract } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { makeFinding } from '../../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../../src/subject/invoice-of.ts';
import type { Payable } from '../../../src/subject/payable.ts';

/** A submit that was refused, and its invoice afterwards. */
interface Refused {
  difference: string;
  payable: Payable;
  exchange: Exchange;
  read: Exchange;
  /** Fields that have changed all the same. */
  fields: string[];
}

/** Judges that a submit which was refused has changed no field of its invoice. */
export function judgeUnchanged(
  contract: Contract,
  requirement: string,
  { difference, payable, exchange, read, fields }: Refused,
): Finding[] {
  return fields.map((field) =>
    makeFinding(contract, requirement, {
      member: field,
      difference,
      expected: `${field}: ${showValue(payable.invoice[field])}, as before the submit that was refused`,
      received: `${field}: ${showValue(invoiceOf(read)[field])}`,
      exchanges: [payable.created, exchange, read],
    }),
  );
}
