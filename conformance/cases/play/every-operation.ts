import type { RequestSpec } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { unsubmittedPayable } from '../../src/subject/payable.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** A request that each operation would accept, with the first word of its requirements' ids. */
export async function everyOperation(subject: Subject): Promise<{ word: string; spec: RequestSpec }[]> {
  const { invoice, webReceipt } = await unsubmittedPayable(subject);
  const { id } = invoiceOf(await sharedCreate(subject));
  return [
    { word: 'create', spec: jsonRequest(subject.pathOf('createPayment'), subject.createBody) },
    { word: 'submit', spec: jsonRequest(subject.pathOf('submitReceipt'), { invoiceId: invoice.id, webReceipt }) },
    { word: 'fetch', spec: jsonRequest(subject.pathOf('fetchPayment'), { invoiceId: id }) },
  ];
}

/** Returns the request with another Authorization header. */
export function authorizedBy(value: string, spec: RequestSpec): RequestSpec {
  return { ...spec, headers: [['Authorization', value], ...spec.headers.filter(([name]) => name !== 'Authorization')] };
}
