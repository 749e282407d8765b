import { aspectsOf, checkDocumented } from '../checks/check-documented.ts';
import type { Contract } from '../contract/contract.ts';
import { operationAt } from '../contract/operation-at.ts';
import { noServerError } from '../contract/plain/state-promises.ts';
import { placeOf } from '../contract/show-place.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import { broken } from '../outcome/make-finding.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';

/** The judgement on one exchange. */
export interface Judgement {
  /** Requirements that it was held to. */
  tried: string[];
  /** Findings against those that it broke. */
  findings: Finding[];
}

/** Judges an exchange with an operation of a plain document against the operation's documentation. */
export function judgeDocumented(contract: Contract, exchange: Exchange): Judgement {
  const operation = operationAt(contract, exchange.request);
  const status = exchange.answer?.status ?? 0;
  if (!operation) return { tried: [], findings: [] };
  const aspects = aspectsOf(operation);
  const isError = status >= 500 && !gatewayStatuses.includes(status);
  const about = { pointer: operation.pointer, expected: 'a response that the operation documents', received: `status ${status}` };
  const findings = [
    ...aspects.flatMap((aspect) => checkDocumented(contract, operation, aspect, exchange)),
    ...(isError ? broken(contract, noServerError, { ...about, exchanges: [exchange] }) : []),
  ];
  return {
    tried: [...aspects.map((aspect) => `${operation.slug}.${aspect}`), noServerError],
    findings: findings.map((finding) => ({ ...finding, pointer: placeOf(contract, finding.pointer) })),
  };
}
