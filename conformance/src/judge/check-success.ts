import { checkMediaType } from '../checks/check-media-type.ts';
import { checkNoInvoice } from '../checks/check-refusal.ts';
import { type Contract, findAbout, type Operation } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { type Exchange, isSuccess, requestObject, responseObject } from '../http/exchange.ts';
import { broken, type Finding, insteadIn } from '../outcome/finding.ts';

/** Checks a successful response: its status, media type and invoice, and whether its request should have been refused. */
export function checkSuccess(contract: Contract, operation: Operation, exchange: Exchange): Finding[] {
  const { request, answer: response } = exchange;
  if (response === undefined || !isSuccess(response)) return [];
  const say = (about: string, rest: Pick<Finding, 'expected' | 'received'> & Partial<Finding>): Finding[] => {
    const requirement = findAbout(operation, about);
    return requirement ? broken(contract, requirement.id, { exchanges: [exchange], ...rest }) : [];
  };
  if (request.method !== operation.method) {
    const requirement = findAbout(operation, 'method');
    const about = { pointer: operation.pointer, difference: `${operation.method} → ${request.method}`, baselineAccepted: true };
    return requirement ? checkNoInvoice(contract, { requirement, ...about }, exchange) : [];
  }
  const body = responseObject(response);
  const received = `${response.status} with ${showValue(body ?? response.text)}`;
  const mediaType = findAbout(operation, 'media-type');
  const asked = operation.identifies === undefined ? undefined : requestObject(exchange)?.[operation.identifies];
  const isIdentified = operation.identified?.object === operation.responsePointer && operation.identified.property === 'id';
  return [
    ...(hasToken(exchange) || hasKey(operation, exchange)
      ? []
      : say('authentication', { member: 'Authorization', expected: 'no success: 401', received })),
    ...(isCutOff(request.body) ? say('malformed-body', { expected: 'no success: a 4xx response', received }) : []),
    ...(response.status === operation.status
      ? []
      : say('success-status', { expected: `status ${operation.status}`, received: `status ${response.status}` })),
    ...(mediaType ? checkMediaType(operation, mediaType, exchange) : []),
    ...(body || !operation.hasResponseBody ? [] : say('success', { expected: 'the invoice, as a JSON object', received })),
    ...(body && asked !== undefined && isIdentified && body.id !== asked
      ? say('success', insteadIn('id', `${showValue(asked)}, as it was asked for`, body.id, [exchange]))
      : []),
  ];
}

/** Returns the requirements that `checkSuccess` checks. A response meets each of them unless there is a finding about it. */
export const triedBySuccess = (operation: Operation): string[] =>
  ['success', 'media-type', 'success-status'].flatMap((about) => findAbout(operation, about)?.id ?? []);

/** Returns whether a request contains an API key that the operation accepts. */
const hasKey = ({ apiKeys }: Operation, { request }: Exchange): boolean =>
  request.headers.some(
    ([name, value]) => value !== '' && apiKeys.some(({ header }) => header.toLowerCase() === name.toLowerCase()),
  );

/** Returns whether a request contains a bearer token. The scheme may be in upper or lower case. */
export const hasToken = ({ request }: Exchange): boolean =>
  request.headers.some(([name, value]) => name.toLowerCase() === 'authorization' && /^bearer +\S/i.test(value));

/** Returns whether a body is certainly not a JSON object. False for any text in braces: some parsers accept more than JSON. */
function isCutOff(body: string | undefined): boolean {
  const text = (body ?? '').replace(/^\ufeff/, '').trim();
  return !(text.startsWith('{') && text.endsWith('}'));
}
