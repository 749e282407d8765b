import { type Contract, type Requirement, requirementById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { answerObject, type Exchange, isSuccess } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import type { Finding } from '../outcome/finding.ts';

/** What was tried, and what its refusal would prove. */
export interface Tried {
  requirement: Requirement;
  pointer: string;
  member?: string;
  /** The one difference to the baseline, in words. */
  difference: string;
  /** Whether the request without the violation was accepted. If not, a refusal proves nothing. */
  baselineAccepted: boolean;
  /** Whether a 404 is a way to refuse this: the operation looks something up by what was sent. */
  notFoundRefuses: boolean;
}

/**
 * Bad input is not answered with success. A 5xx is a warning of its own; 401, 403 and 429 are about something
 * else than the input and prove nothing.
 */
export function checkRefusal(contract: Contract, tried: Tried, exchange: Exchange): Finding[] {
  const { requirement, pointer, member, difference } = tried;
  const answer = exchange.answer;
  if (!answer) throw new CaseInconclusive(exchange.failure ?? 'no answer');
  const finding = { pointer, difference, exchanges: [exchange], ...(member === undefined ? {} : { member }) };

  if (isSuccess(answer)) {
    const received = `${answer.status} with ${showValue(answerObject(answer) ?? answer.text)}`;
    return [
      { ...finding, requirement: requirement.id, level: requirement.level, expected: 'no success: a 4xx answer', received },
    ];
  }
  if ([502, 503, 504].includes(answer.status))
    throw new CaseInconclusive(`${answer.status} four times: a gateway, or an overloaded deployment.`);
  if (answer.status >= 500) {
    const { id, level } = requirementById(contract, 'bad-input-is-no-server-error');
    return [{ ...finding, requirement: id, level, expected: 'a 4xx answer', received: `${answer.status}` }];
  }
  if (!tried.baselineAccepted) {
    throw new CaseSkipped(
      'Refused, but so was the request without the violation: it proves nothing. Say how to pay with --pay or --adapter.',
    );
  }
  if ([401, 403].includes(answer.status) || (answer.status === 404 && !tried.notFoundRefuses)) {
    throw new CaseInconclusive(
      `${answer.status} is no answer to bad input: the same request without the violation was accepted.`,
    );
  }
  return [];
}
