import type { Contract, Operation } from '../contract/contract.ts';
import { factsOf } from '../contract/domain.ts';
import { showsInvoice } from '../contract/main-object.ts';
import { operationAt } from '../contract/operation-at.ts';
import { type Exchange, isSuccess, requestHeader, responseHeader, responseObject } from '../http/exchange.ts';

/** An invoice in the successful response of an operation. */
export interface Shown {
  operation: Operation;
  exchange: Exchange;
  invoice: Record<string, unknown>;
  /** True if the exchange certainly created the invoice. A create with an idempotency key may be a replay. */
  isNew: boolean;
}

/** Finds every invoice in the responses of a run, in the order in which they arrived. */
export function shownInvoices(contract: Contract, exchanges: readonly Exchange[]): Shown[] {
  return exchanges.flatMap((exchange) => {
    const { request, answer: response } = exchange;
    const operation = operationAt(contract, request);
    // An id alone does not prove that this is an invoice, because other objects, such as refunds, also have one.
    if (!operation || !showsInvoice(contract, operation) || !response || !isSuccess(response)) return [];
    const invoice = responseObject(response);
    if (!invoice || typeof invoice.id !== 'string') return [];
    const isNew = operation.creates && keyIn(exchange) === undefined && !isReplay(contract, exchange);
    return [{ operation, exchange, invoice, isNew }];
  });
}

export const keyIn = ({ request }: Exchange): string | undefined => requestHeader(request, 'idempotency-key');

/** Returns whether the response has the header that marks a replay. */
const isReplay = (contract: Contract, { answer: response }: Exchange): boolean =>
  response !== undefined && responseHeader(response, factsOf(contract).replayed.toLowerCase()) !== undefined;
