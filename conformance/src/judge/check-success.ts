import { checkMediaType } from '../checks/check-media-type.ts';
import { checkNoInvoice } from '../checks/check-no-invoice.ts';
import { type Contract, findAbout, type Operation } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { type Exchange, isSuccess, requestObject, responseObject } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import { makeFinding } from '../outcome/make-finding.ts';

/** Judges the success of an operation by its own request: status, media type, the invoice, and that it had to succeed. */
export function checkSuccess(contract: Contract, operation: Operation, exchange: Exchange): Finding[] {
  const { request, answer: response } = exchange;
  if (response === undefined || !isSuccess(response)) return [];
  const say = (about: string, rest: Pick<Finding, 'expected' | 'received'> & Partial<Finding>): Finding[] => {
    const requirement = findAbout(operation, about);
    return requirement ? [makeFinding(contract, requirement.id, { exchanges: [exchange], ...rest })] : [];
  };
  if (request.method !== operation.method) {
    const requirement = findAbout(operation, 'method');
    const difference = `${operation.method} → ${request.method}`;
    const tried = requirement && {
      requirement,
      pointer: operation.pointer,
      difference,
      baselineAccepted: true,
      notFoundRefuses: false,
    };
    return tried ? checkNoInvoice(tried, exchange) : [];
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
      ? say('success', {
          member: 'id',
          expected: `id: ${showValue(asked)}, as it was asked for`,
          received: `id: ${showValue(body.id)}`,
        })
      : []),
  ];
}

/** Returns the requirements that a success shows held, where nothing was found against them. */
export function triedBySuccess(operation: Operation): string[] {
  return ['success', 'media-type', 'success-status'].flatMap((about) => findAbout(operation, about)?.id ?? []);
}

/** Tells if a request has an API key that the operation takes. */
const hasKey = ({ apiKeys }: Operation, { request }: Exchange): boolean =>
  request.headers.some(
    ([name, value]) => value !== '' && apiKeys.some(({ header }) => header.toLowerCase() === name.toLowerCase()),
  );

/** Tells if a request has a token; a scheme is written in any case. */
export function hasToken({ request }: Exchange): boolean {
  return request.headers.some(([name, value]) => name.toLowerCase() === 'authorization' && /^bearer +\S/i.test(value));
}

/** Tells if a body cannot be a JSON object; what only resembles one, some readers take. */
function isCutOff(body: string | undefined): boolean {
  const text = (body ?? '').replace(/^\ufeff/, '').trim();
  return !(text.startsWith('{') && text.endsWith('}'));
}
