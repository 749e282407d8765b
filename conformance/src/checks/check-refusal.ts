import { type Contract, type Requirement, requirementById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import type { Finding } from '../outcome/finding.ts';

/** A request that must be refused, with the facts that decide whether its refusal proves anything. */
export interface Tried {
  requirement: Requirement;
  pointer: string;
  member?: string;
  /** The only difference from the baseline, in words. */
  difference: string;
  /** True if the request without the violation was accepted. If not, a refusal proves nothing. */
  baselineAccepted: boolean;
}

/** Makes the error that says that a refusal proves nothing, and what the user can do about it. */
export function unproven({ plain }: Contract, why: string): CaseSkipped {
  return plain
    ? new CaseSkipped(`${why} Give the document an example that this deployment takes.`)
    : new CaseSkipped(`${why} Say how to pay with --pay or --adapter.`, 'pay');
}

/**
 * Checks that bad input does not succeed. A 5xx is a finding of its own. A 401 is about the token and proves nothing. Any other
 * 4xx refuses the violation if the request without it was accepted: also the 403 of a firewall, or a 404. If a deployment begins
 * to refuse everything, `judge-conditions.ts` notices.
 */
export function checkRefusal(contract: Contract, tried: Tried, exchange: Exchange): Finding[] {
  const { requirement, pointer, member: field, difference } = tried;
  const response = exchange.answer;
  if (!response) throw new CaseInconclusive(exchange.failure ?? 'no response');
  const finding = { pointer, difference, exchanges: [exchange], ...(field === undefined ? {} : { member: field }) };

  if (isSuccess(response)) {
    const received = `${response.status} with ${showValue(responseObject(response) ?? response.text)}`;
    return [
      { ...finding, requirement: requirement.id, level: requirement.level, expected: 'no success: a 4xx response', received },
    ];
  }
  if ([502, 503, 504].includes(response.status))
    throw new CaseInconclusive(`${response.status} four times: a gateway, or an overloaded deployment.`);
  if (response.status >= 500) {
    const { id, level } = requirementById(contract, 'bad-input-is-no-server-error');
    return [{ ...finding, requirement: id, level, expected: 'a 4xx response', received: `${response.status}` }];
  }
  if (!tried.baselineAccepted) {
    throw unproven(contract, 'Refused, but so was the request without the violation: it proves nothing.');
  }
  if (response.status === 401)
    throw new CaseInconclusive(
      'The response was 401, which is about the token, although the token was accepted without the violation.',
    );
  return [];
}
