import { type Contract, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';

/** Judges that a response does not tell the address that callbacks are sent to. */
export function judgeNoCallbackUrl(contract: Contract, exchange: Exchange): Finding[] {
  const { callbackUrl } = invoiceOf(exchange);
  if (callbackUrl === undefined) return [];
  return broken(contract, 'invoice-without-callback-url', {
    member: 'callbackUrl',
    pointer: operationById(contract, 'createPayment').responsePointer,
    expected: 'callbackUrl: absent',
    received: `callbackUrl: ${showValue(callbackUrl)}`,
    exchanges: [exchange],
  });
}
