import type { Contract } from '../contract/contract.ts';
import { operationAt } from '../contract/operation-at.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import type { Traffic } from './report.ts';

const operationOf = (contract: Contract, { request }: Exchange) => operationAt(contract, request);

export function succeededIn(contract: Contract, exchanges: Exchange[]): Set<string> {
  const successes = exchanges.filter(({ answer: response }) => response && isSuccess(response));
  return new Set(successes.flatMap((exchange) => operationOf(contract, exchange)?.slug ?? []));
}

/** Returns the slugs of the operations at which some requests got no response and none got a refusal. */
export function muteIn(contract: Contract, exchanges: Exchange[]): Set<string> {
  const slugs = (some: Exchange[]): string[] => some.flatMap((exchange) => operationOf(contract, exchange)?.slug ?? []);
  const refused = new Set(slugs(exchanges.filter(({ answer: response }) => response && !isSuccess(response))));
  return new Set(slugs(exchanges.filter(({ answer: response }) => !response)).filter((slug) => !refused.has(slug)));
}

export function countTraffic(contract: Contract, exchanges: Exchange[]): Traffic {
  const created = new Set<string>();
  let writes = 0;
  for (const exchange of exchanges) {
    if (!exchange.answer || !isSuccess(exchange.answer)) continue;
    if (contract.plain) {
      if (!['GET', 'HEAD', 'OPTIONS'].includes(exchange.request.method)) writes++;
      continue;
    }
    const id = operationOf(contract, exchange)?.id;
    if (id === 'createPayment' || id === 'submitReceipt') writes++;
    const invoice = id === 'createPayment' ? responseObject(exchange.answer)?.id : undefined;
    if (typeof invoice === 'string') created.add(invoice);
  }
  return { requests: exchanges.length, writes, created: [...created] };
}
