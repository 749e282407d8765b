import type { Contract, DocumentedResponse, Operation } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { valueIn } from '../contract/follow-path.ts';
import { unpointed } from '../contract/follow-reference.ts';
import { isHeaderOf } from '../contract/header-schemas.ts';
import { contentFor, isJson, responseFor } from '../contract/plain/read-responses.ts';
import type { Validate } from '../contract/validate.ts';
import { type Exchange, type HttpResponse, requestHeader, responseHeader, responseJson } from '../http/exchange.ts';
import { parseJson } from '../http/parse-json.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { attempt } from '../text/attempt.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';

/** Properties of a response that an operation can document. */
export type Aspect = 'status' | 'media-type' | 'body' | 'header';

/** Lists the aspects that an operation documents. */
export function aspectsOf({ plain }: Operation): Aspect[] {
  const responses = plain?.responses ?? [];
  const contents = responses.flatMap(({ content }) => content);
  const aspects: [Aspect, boolean][] = [
    ['status', responses.length > 0],
    ['media-type', contents.length > 0],
    ['body', contents.some(({ schema }) => schema !== undefined)],
    ['header', responses.some(({ headers }) => headers.length > 0)],
  ];
  return aspects.flatMap(([aspect, isDocumented]) => (isDocumented ? [aspect] : []));
}

/** Status codes that HTTP itself, a gateway or a framework may return although the operation does not document them. */
const ofHttp = [401, 403, 404, 405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 428, 429, 431];

/** Checks one aspect of a response against what its operation documents. */
export function checkDocumented(contract: Contract, operation: Operation, aspect: Aspect, exchange: Exchange): Finding[] {
  const { plain, slug } = operation;
  const { answer: response, request } = exchange;
  if (!plain || !response || gatewayStatuses.includes(response.status) || response.packed !== undefined) return [];
  const documented = responseFor(plain.responses, response.status);
  const say: Say = (rest) => broken(contract, `${slug}.${aspect}`, { exchanges: [exchange], ...rest });
  if (aspect === 'status')
    return documented || !speaksOf(plain.responses, response.status) || (response.status === 400 && isMalformed(request))
      ? []
      : say({
          expected: `a status that ${request.method} ${operation.path} documents: ${plain.responses.map(({ status }) => status.toLowerCase()).join(', ')}`,
          received: `status ${response.status}, which the operation does not document`,
        });
  if (!documented) return [];
  if (aspect === 'header') return checkHeaders(documented, response, say);
  if (documented.content.length === 0 || request.method === 'HEAD' || [204, 304].includes(response.status)) return [];
  const type = responseHeader(response, 'content-type');
  const content = type === undefined ? undefined : contentFor(documented, type);
  if (aspect === 'media-type') {
    const isLeftOut = response.status >= 300 || /\breturn=minimal\b/.test(requestHeader(request, 'prefer') ?? '');
    if (content || (type === undefined && response.text === '' && isLeftOut)) return [];
    return say({
      pointer: `${documented.pointer}/content`,
      member: 'Content-Type',
      expected: `a media type that is documented for ${response.status}: ${documented.content.map((one) => one.type).join(', ')}`,
      received: `Content-Type: ${type ?? 'absent'}`,
    });
  }
  if (content?.schema === undefined || !isJson(type ?? '') || response.isCut) return [];
  return checkBody(contract, content.schema, response, say);
}

type Say = (rest: Pick<Finding, 'expected' | 'received'> & Partial<Finding>) => Finding[];

/** Returns whether a status must be documented: every one below 400, and a 4xx not in `ofHttp` if some 4xx is documented. */
function speaksOf(responses: readonly DocumentedResponse[], status: number): boolean {
  if (status >= 500) return false;
  if (status < 400) return responses.length > 0;
  return !ofHttp.includes(status) && responses.some((one) => one.status.startsWith('4'));
}

/** Returns whether a request's body is not the JSON that it claims to be. A framework refuses it before the operation does. */
const isMalformed = (request: Exchange['request']): boolean =>
  isJson(requestHeader(request, 'content-type') ?? '') && attempt(() => parseJson(request.body ?? '')) === undefined;

function checkHeaders({ headers }: DocumentedResponse, response: HttpResponse, say: Say): Finding[] {
  return headers.flatMap(({ name, required, schema, pointer }) => {
    const value = responseHeader(response, name.toLowerCase());
    const about = { pointer, member: name };
    if (value === undefined)
      return required ? say({ ...about, expected: `${name}, which is required`, received: `${name}: absent` }) : [];
    if (Object.keys(schema).length === 0 || ['array', 'object'].includes(String(schema.type)) || isHeaderOf([schema], value))
      return [];
    return say({ ...about, expected: `${name} as its schema says: ${showValue(schema)}`, received: `${name}: ${value}` });
  });
}

function checkBody(contract: Contract, reference: string, response: HttpResponse, say: Say): Finding[] {
  const pointer = reference.slice(1);
  const value = responseJson(response);
  if (value === undefined) return say({ pointer, expected: 'JSON, as its media type says', received: showValue(response.text) });
  const validate = compileBody(contract, reference);
  if (validate === undefined || validate(value)) return [];
  const [error] = [...(validate.errors ?? [])].sort((one, other) => weightOf(one) - weightOf(other));
  const at = error?.instancePath ?? '';
  const member = at.slice(1) || error?.params.missingProperty || error?.params.additionalProperty;
  const found = valueIn(value, at.split('/').slice(1).map(unpointed));
  const other = error?.params.additionalProperty ? ` such as ${error.params.additionalProperty}` : '';
  const expected = `${at === '' ? 'the body' : at} ${error?.message ?? 'as its schema says'}${other}`;
  return say({ pointer, ...(member && { member: String(member) }), expected, received: showValue(found) });
}

/** Compiles the schema of a response. If that fails, records the schema as untried and returns undefined. */
function compileBody(contract: Contract, reference: string): Validate | undefined {
  const untried = contract.plain?.untried ?? [];
  try {
    return contract.compile(reference);
  } catch (error) {
    const pointer = reference.slice(1);
    const reason = `the schema cannot be read: ${(error as Error).message.slice(0, 200)}`;
    if (!untried.some((one) => one.pointer === pointer)) untried.push({ pointer, reason });
    return undefined;
  }
}

/** Ranks errors, more specific ones first: an error in a branch comes before the error of the whole choice. */
const weightOf = ({ keyword }: { keyword: string }): number => (['oneOf', 'anyOf', 'if', 'not'].includes(keyword) ? 1 : 0);
