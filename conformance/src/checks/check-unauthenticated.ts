import { type Contract, requirementById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import type { Finding } from '../outcome/finding.ts';
import { type Tried, unproven } from './check-refusal.ts';

/**
 * Checks that a request with missing or wrong credentials does not succeed. Where the same request with the token was not
 * accepted either, only a 401 or 403 proves that the credentials were the reason.
 */
export function checkUnauthenticated(contract: Contract, tried: Tried, exchange: Exchange): Finding[] {
  const { requirement, pointer, difference, baselineAccepted } = tried;
  const response = exchange.answer;
  if (!response) throw new CaseInconclusive(exchange.failure ?? 'no response');
  const finding = { pointer, member: 'Authorization', difference, exchanges: [exchange] };
  if (isSuccess(response)) {
    const received = `${response.status} with ${showValue(responseObject(response) ?? response.text)}`;
    return [{ ...finding, requirement: requirement.id, level: requirement.level, expected: 'no success: 401', received }];
  }
  if (response.status >= 500) {
    const { id, level } = requirementById(contract, 'bad-input-is-no-server-error');
    return [{ ...finding, requirement: id, level, expected: 'no success: 401', received: `${response.status}` }];
  }
  if (!baselineAccepted && response.status !== 401 && response.status !== 403) {
    throw unproven(contract, 'Refused, but so was the request with the token: it proves nothing.');
  }
  return [];
}
