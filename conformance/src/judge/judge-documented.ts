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
  /** Findings about the requirements that the exchange violates. */
  findings: Finding[];
}

/** Texts for a finding that does not occur in the masked exchange. The original texts may contain part of a secret. */
const unshown = {
  expected: 'a response that matches the document',
  received: 'a value that is not shown, because the response repeats a secret of the request',
};

/**
 * Checks an exchange against what a plain document says about its operation.
 * @param masked the same exchange without secrets, for use in findings. It cannot be checked itself, because a masked value may
 * have another form or length.
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

/** Checks an exchange that may contain secrets. */
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
