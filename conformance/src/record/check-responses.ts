import type { Contract, Operation } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { factsOf, ruleOf } from '../contract/domain.ts';
import { pointed, unpointed } from '../contract/follow-reference.ts';
import { describeHeader, headerSchemasOf, isHeaderOf } from '../contract/header-schemas.ts';
import { creatorOf } from '../contract/main-object.ts';
import { methodsAt, operationsAt } from '../contract/operation-at.ts';
import { noServerError } from '../contract/plain/state-promises.ts';
import { groupBy } from '../group-by.ts';
import { type Exchange, hasSucceeded, requestObject, responseHeader, responseObject } from '../http/exchange.ts';
import { challengesIn, missingChallenge } from '../http/read-challenges.ts';
import { broken, type Finding, insteadIn, makeFinding } from '../outcome/finding.ts';
import { decodePercent } from '../text/attempt.ts';
import { hasMark } from '../text/marks.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';
import { firstOfEach } from './first-of-each.ts';
import { isProblem, type Own } from './own-responses.ts';
import { keyIn, type Shown } from './shown-invoices.ts';

/** Checks one header in every response, with a predicate and with the header's schemas in the contract. */
export function checkHeader(
  contract: Contract,
  requirement: string,
  { name, isRight, expected }: { name: string; isRight(value: string): boolean; expected: string },
  own: readonly Own[],
): Finding[] {
  const schemas = headerSchemasOf(contract, name);
  const isAllowed = (value: string): boolean => isRight(value) && (value === '' || isHeaderOf(schemas, value));
  const wrong = own.filter(({ response }) => !isAllowed(responseHeader(response, name.toLowerCase()) ?? ''));
  const [first] = wrong;
  if (first === undefined) return [];
  const value = responseHeader(first.response, name.toLowerCase()) ?? 'absent';
  const received = `${name}: ${value} in a ${first.response.status}${andMore(wrong)}`;
  const words = [expected, describeHeader(schemas)].filter((one) => one !== '').join(', ');
  return broken(contract, requirement, { member: name, expected: `${name}: ${words}`, received, exchanges: [first.exchange] });
}

const andMore = ({ length }: { length: number }): string => (length > 1 ? ` (and ${length - 1} more like it)` : '');

/** Checks that the Allow header of each 405 contains a method that the contract has for the path. */
export function checkAllow(contract: Contract, own: readonly Own[]): Finding[] {
  return firstOfEach(
    own.flatMap((one) => {
      const methods = one.response.status === 405 ? methodsAt(contract, { path: withoutQuery(one.exchange.request.path) }) : [];
      const isRight = (value: string) => value.split(',').some((name) => methods.includes(name.trim()));
      const rule = { name: 'Allow', isRight, expected: methods.join(', ') };
      return methods.length > 0 ? checkHeader(contract, ruleOf(contract, 'allowed-methods'), rule, [one]) : [];
    }),
  );
}

/** Checks every error response: it must be a problem that the contract lists, with the right status, request id and challenge. */
export function checkProblems(contract: Contract, own: readonly Own[]): Finding[] {
  const validate = contract.compile('#/components/schemas/Problem');
  const refusals = own.filter(({ exchange, response }) => response.status >= 400 && exchange.request.method !== 'HEAD');
  const findings: Finding[] = [];
  for (const { exchange, response } of refusals) {
    const body = responseObject(response);
    const exchanges = [exchange];
    const say = (requirement: string, about: Omit<Parameters<typeof makeFinding>[2], 'exchanges'>): void => {
      findings.push(makeFinding(contract, requirement, { ...about, exchanges }));
    };
    const sayField = (requirement: string, field: string, expected: string): void =>
      say(requirement, insteadIn(field, expected, body?.[field], exchanges));
    if (body === undefined || !isProblem(response)) {
      const received = `${responseHeader(response, 'content-type') ?? 'absent'}: ${showValue(response.text)}`;
      say(ruleOf(contract, 'problem'), { expected: 'application/problem+json with a problem', received });
      continue;
    }
    if (contract.problems.get(String(body.code))?.status !== response.status) {
      const received = `${response.status} ${showValue(body.code)}`;
      say(ruleOf(contract, 'problem-code'), { member: 'code', expected: 'a code of the catalogue with its status', received });
    } else if (!validate(body)) {
      const received = showValue(validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`));
      say(ruleOf(contract, 'problem'), { expected: 'a problem that matches the schema Problem', received });
    }
    if (body.status !== response.status) sayField(ruleOf(contract, 'problem-status'), 'status', `${response.status}`);
    const path = withoutQuery(exchange.request.path);
    const [operation] = operationsAt(contract, exchange.request);
    // Decodes `path` and `instance`, because a server may return the path without its escapes. Ignores what `instance` contains
    // before the path, because a gateway may have added a prefix.
    const isAsked = (instance: unknown): boolean => decodePercent(withoutQuery(String(instance))).endsWith(decodePercent(path));
    if (operation && body.instance !== undefined && !isAsked(body.instance))
      sayField(ruleOf(contract, 'problem'), 'instance', `${path}, the path that was asked`);
    const stray = operation && strayPointer(operation, exchange, body.errors);
    if (stray !== undefined) {
      const received = `pointer: ${showValue(stray)}`;
      say(ruleOf(contract, 'problem-items'), { member: 'errors', expected: 'errors with pointers into the request', received });
    }
    const id = responseHeader(response, 'x-request-id');
    if (body.requestId !== id)
      sayField(ruleOf(contract, 'problem-request-id'), 'requestId', `${showValue(id)}, as X-Request-Id says`);
    const challenge = missingChallenge(contract, String(body.code), response);
    if (challenge !== undefined)
      say(challenge.requirement, {
        member: 'WWW-Authenticate',
        expected: `WWW-Authenticate: ${challenge.shown}`,
        received: `WWW-Authenticate: ${challengesIn(response)}`,
      });
  }
  return firstOfEach(findings);
}

const withoutQuery = (path: string): string => path.replace(/\?.*$/s, '');

/** Finds a pointer in `errors` to a field that is neither in the request nor known to the operation. */
function strayPointer({ request, parameters }: Operation, exchange: Exchange, errors: unknown): unknown {
  const known = [...Object.keys(request.properties ?? {}), ...Object.keys(requestObject(exchange) ?? {})];
  const names = new Set([...known, ...parameters.map(({ name }) => name)].map((name) => name.toLowerCase()));
  const pointers = (Array.isArray(errors) ? errors : []).map((item) => item?.pointer);
  return pointers.find((pointer) => {
    if (typeof pointer !== 'string' || pointer === '') return false;
    const [, first = ''] = pointer.split('/');
    if (/^\d+$/.test(first) && exchange.request.body?.trim().startsWith('[')) return false;
    return !pointer.startsWith('/') || !names.has(unpointed(first).toLowerCase());
  });
}

/** Checks that no response contains a token. In recorded exchanges, a placeholder stands for each token. */
export function checkNoToken(contract: Contract, exchanges: readonly Exchange[]): Finding[] {
  const told = exchanges.find(({ answer: response }) => {
    const text = response ? `${response.headers.map(([, value]) => value).join('\n')}\n${response.text}` : '';
    // In a file of exchanges that the suite wrote, `$TOKEN` has replaced the placeholder.
    return hasMark(text) || text.includes('$TOKEN');
  });
  if (told === undefined) return [];
  return broken(contract, ruleOf(contract, 'token-kept'), {
    expected: 'no token',
    received: `the token, masked here as $TOKEN, in a ${told.answer?.status}: ${showValue(told.answer?.text)}`,
    exchanges: [told],
  });
}

/** Checks that the deployment returned no server error. */
export function checkNoServerError(contract: Contract, exchanges: readonly Exchange[]): Finding[] {
  const failed = exchanges.filter(({ answer: response, request }) => {
    if (response === undefined || response.status < 500 || gatewayStatuses.includes(response.status)) return false;
    return response.status !== 501 || request.method === 'POST';
  });
  const [first] = failed;
  if (first === undefined) return [];
  const received = `${first.answer?.status}${andMore(failed)}: ${showValue(first.answer?.text)}`;
  return broken(contract, noServerError, { expected: 'no 5xx', received, exchanges: [first] });
}

/** Checks that a response is marked as a replay only if it is a success and its request has an idempotency key. */
export function checkReplays(contract: Contract, exchanges: readonly Exchange[]): Finding[] {
  const { replayed } = factsOf(contract);
  const valueIn = ({ answer: response }: Exchange) => response && responseHeader(response, replayed.toLowerCase());
  const said = exchanges.find((exchange) => {
    const value = valueIn(exchange);
    if (value === undefined) return false;
    return value !== 'true' || keyIn(exchange) === undefined || !hasSucceeded(exchange);
  });
  if (said === undefined) return [];
  return broken(contract, ruleOf(contract, 'replayed'), {
    member: replayed,
    expected: `${replayed}: true in a replay, and in no other response`,
    received: `${replayed}: ${valueIn(said)} in a ${said.answer?.status}`,
    exchanges: [said],
  });
}

/** Checks that a field has a different value in each invoice of the run. */
export function checkUnique(contract: Contract, requirement: string, field: string, shown: readonly Shown[]): Finding[] {
  const made = shown.filter(({ isNew, invoice }) => isNew && invoice[field] !== undefined);
  const pointer = `${creatorOf(contract).responsePointer}/properties/${pointed(field)}`;
  return repeatedIn(contract, requirement, {
    field,
    pointer,
    values: made.map(({ exchange, invoice }) => [invoice[field], exchange]),
    what: `${field}: another in each of ${made.length} creates`,
  });
}

/** Checks that each value occurs only once in the whole run. */
export function repeatedIn(
  contract: Contract,
  requirement: string,
  { field, pointer, values, what }: { field: string; pointer?: string; values: [unknown, Exchange][]; what: string },
): Finding[] {
  const groups = [...groupBy(values, ([value]) => value)].filter(([, same]) => same.length > 1);
  const [first] = groups;
  if (first === undefined) return [];
  const [value, same] = first;
  const others = groups.length > 1 ? `, and ${groups.length - 1} more that repeat` : '';
  return broken(contract, requirement, {
    member: field,
    ...(pointer !== undefined && { pointer }),
    expected: what,
    received: `${field}: ${showValue(value)} ${same.length} times${others}`,
    exchanges: same.slice(0, 3).map(([, exchange]) => exchange),
  });
}
