import type { Contract, Operation, Requirement } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { factsOf } from '../contract/domain.ts';
import { operationAt } from '../contract/operation-at.ts';
import { noServerError } from '../contract/plain/state-promises.ts';
import { type Exchange, isSuccess, responseObject } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { nameIn } from '../subject/name-in.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';

/** A request that must be refused, and whether a refusal of it would prove anything. */
interface Tried {
  requirement: Requirement;
  pointer: string;
  member?: string;
  /** The only way in which the request differs from the baseline, in words. */
  difference: string;
  /** True if the deployment accepted the same request without the violation. If not, a refusal may have another reason. */
  baselineAccepted: boolean;
}

/** Makes the error for a refusal that proves nothing. Its message says what the user can do. */
function unproven({ domain }: Contract, why: string): CaseSkipped {
  return domain
    ? new CaseSkipped(`${why} ${domain.lacking.advice}`, domain.lacking.ability)
    : new CaseSkipped(`${why} Give the document an example that this deployment takes.`);
}

/** Returns whether a response redirects to the object that the operation created, as websites do after a form is sent. */
function hasMade(contract: Contract, exchange: Exchange): boolean {
  const status = exchange.answer?.status ?? 0;
  if (!contract.plain || status < 300 || status >= 400) return false;
  const id = operationAt(contract, exchange.request)?.id;
  const origins = contract.operations.flatMap(({ plain }) => [...(plain?.origins.values() ?? [])]);
  return origins.some(
    (one) => one.operation === id && one.place !== undefined && nameIn({ values: {}, exchange }, one) !== undefined,
  );
}

/** Returns the response to a tried request, and two functions that make findings: for a success, and for a server error. */
function readTried(contract: Contract, { requirement, pointer, member, difference }: Tried, exchange: Exchange) {
  const response = exchange.answer;
  if (!response) throw new CaseInconclusive(exchange.failure ?? 'no response');
  const about = { pointer, ...(member !== undefined && { member }), difference, exchanges: [exchange] };
  const { status, text } = response;
  return {
    response,
    sayAccepted(expected: string): Finding[] {
      const received = `${status} with ${showValue(responseObject(response) ?? text)}`;
      return broken(contract, requirement.id, { ...about, expected, received });
    },
    sayFailed: (expected: string): Finding[] => broken(contract, noServerError, { ...about, expected, received: `${status}` }),
  };
}

/**
 * Checks that bad input is not accepted. A 5xx is a finding of its own, and a 401 is about the token and proves nothing. Any
 * other 4xx, even a 404 or a firewall's 403, counts as a refusal if the same request without the violation was accepted.
 * `judge-conditions.ts` notices if a deployment starts to refuse everything.
 */
export function checkRefusal(contract: Contract, tried: Tried, exchange: Exchange): Finding[] {
  const { response, sayAccepted, sayFailed } = readTried(contract, tried, exchange);
  if (isSuccess(response) || hasMade(contract, exchange)) return sayAccepted('no success: a 4xx response');
  if (gatewayStatuses.includes(response.status))
    throw new CaseInconclusive(`${response.status} four times: a gateway, or an overloaded deployment.`);
  if (response.status >= 500) return sayFailed('a 4xx response');
  if (!tried.baselineAccepted)
    throw unproven(contract, 'Refused, but so was the request without the violation: it proves nothing.');
  if (response.status === 401)
    throw new CaseInconclusive(
      'The response was 401, which is about the token, although the token was accepted without the violation.',
    );
  return [];
}

/**
 * Checks that a request with missing or wrong credentials does not succeed. If the deployment did not accept the same request
 * with the right token, only a 401 or 403 proves anything.
 */
export function checkUnauthenticated(contract: Contract, tried: Tried, exchange: Exchange): Finding[] {
  const { response, sayAccepted, sayFailed } = readTried(contract, { ...tried, member: 'Authorization' }, exchange);
  if (isSuccess(response)) return sayAccepted('no success: 401');
  if (response.status >= 500) return sayFailed('no success: 401');
  if (!tried.baselineAccepted && ![401, 403].includes(response.status))
    throw unproven(contract, 'Refused, but so was the request with the token: it proves nothing.');
  return [];
}

/** Checks that the response to a request with a wrong method is not a success with an invoice. */
export function checkNoInvoice(contract: Contract, { requirement, pointer, difference }: Tried, exchange: Exchange): Finding[] {
  const response = exchange.answer;
  const object = response && isSuccess(response) ? responseObject(response) : undefined;
  if (!object || factsOf(contract).signs.filter((field) => Object.hasOwn(object, field)).length < 3) return [];
  const received = `${response?.status} with ${showValue(object)}`;
  const about = { pointer, difference, expected: 'no success with an invoice', received, exchanges: [exchange] };
  return broken(contract, requirement.id, about);
}

/** Status codes that say that the request itself is malformed or invalid. */
const ofForm = [400, 415, 422];

/**
 * Skips a case whose request follows a plain OpenAPI document and was refused for a reason that the document cannot express: a
 * conflict with existing data, a missing permission or a missing object.
 * @throws CaseSkipped
 */
export function excuseRefusal({ plain, method, path }: Operation, { answer: response }: Exchange): void {
  if (!plain || ofForm.includes(response?.status ?? 0)) return;
  throw new CaseSkipped(
    `${method} ${path} returned ${response?.status ?? 'nothing'} to a request that is as documented: what it asks beside that, the document does not say.`,
  );
}
