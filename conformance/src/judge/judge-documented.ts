import { aspectsOf, checkDocumented } from '../checks/check-documented.ts';
import type { Contract } from '../contract/contract.ts';
import { operationAt } from '../contract/operation-at.ts';
import { noServerError } from '../contract/plain/state-promises.ts';
import { placeOf } from '../contract/show-place.ts';
import type { Exchange } from '../http/exchange.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';

export interface Judgement {
  tried: string[];
  /** Findings against the broken ones. */
  findings: Finding[];
}

/** Texts for a finding that only the unmasked exchange shows, because its own texts may contain part of a secret. */
const unshown = {
  expected: 'a response as the document says',
  received: 'a value that is not shown, because the response repeats a secret of the request',
};

/**
 * Judges an exchange by what a plain document says about its operation.
 * @param masked the exchange without secrets, for the findings. The real one is judged, because a mask may differ in form or
 * length.
 */
export function judgeMasked(contract: Contract, exchange: Exchange, masked: Exchange): Judgement {
  const judged = judgeDocumented(contract, exchange);
  if (judged.findings.length === 0) return judged;
  const nameOf = ({ requirement, pointer, member }: Finding): string => JSON.stringify([requirement, pointer, member]);
  const shown = new Map(judgeDocumented(contract, masked).findings.map((finding) => [nameOf(finding), finding]));
  const findings = judged.findings.map((finding): Finding => {
    const { requirement, level, pointer } = finding;
    return shown.get(nameOf(finding)) ?? { requirement, level, pointer, ...unshown, exchanges: [masked] };
  });
  return { ...judged, findings };
}

/** Judges an exchange, even one with secrets. */
function judgeDocumented(contract: Contract, exchange: Exchange): Judgement {
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
