import { type Contract, type Operation, operationById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { pointed, unpointed } from '../contract/follow-reference.ts';
import { describeHeader, headerSchemasOf, isHeaderOf } from '../contract/header-schemas.ts';
import { methodsAt, operationsAt } from '../contract/operation-at.ts';
import { groupBy } from '../group-by.ts';
import { type Exchange, isSuccess, requestObject, responseHeader, responseObject } from '../http/exchange.ts';
import { challengesIn, missingChallenge } from '../http/read-challenges.ts';
import { broken, type Finding, makeFinding } from '../outcome/finding.ts';
import { decodePercent } from '../text/attempt.ts';
import { hasMark } from '../text/marks.ts';
import { firstOfEach } from './first-of-each.ts';
import { isProblem, type Own } from './own-responses.ts';
import { keyIn, type Shown } from './shown-invoices.ts';

/** Checks one header in every response, by a predicate and by the header's schemas in the contract. */
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
  const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more like it)` : '';
  const received = `${name}: ${responseHeader(first.response, name.toLowerCase()) ?? 'absent'} in a ${first.response.status}${more}`;
  const words = [expected, describeHeader(schemas)].filter((one) => one !== '').join(', ');
  return broken(contract, requirement, { member: name, expected: `${name}: ${words}`, received, exchanges: [first.exchange] });
}

/** Checks that the Allow header of each 405 contains a method that the contract has for the path. */
export function checkAllow(contract: Contract, own: readonly Own[]): Finding[] {
  return firstOfEach(
    own.flatMap((one) => {
      const methods =
        one.response.status === 405 ? methodsAt(contract, { path: one.exchange.request.path.replace(/\?.*$/s, '') }) : [];
      const isRight = (value: string) => value.split(',').some((name) => methods.includes(name.trim()));
      const rule = { name: 'Allow', isRight, expected: methods.join(', ') };
      return methods.length > 0 ? checkHeader(contract, 'allow-lists-methods', rule, [one]) : [];
    }),
  );
}

/** Checks every error response: it must be a problem that the contract lists, with the right status, request id and challenge. */
export function checkProblems(contract: Contract, own: readonly Own[]): Finding[] {
  const validate = contract.compile('#/components/schemas/Problem');
  const refusals = own.filter(({ exchange, response }) => response.status >= 400 && exchange.request.method !== 'HEAD');
  return firstOfEach(
    refusals.flatMap(({ exchange, response }) => {
      const body = responseObject(response);
      const say = (requirement: string, expected: string, received: string, member?: string): Finding =>
        makeFinding(contract, requirement, {
          expected,
          received,
          exchanges: [exchange],
          ...(member !== undefined && { member }),
        });
      if (body === undefined || !isProblem(response)) {
        const type = responseHeader(response, 'content-type') ?? 'absent';
        return [say('errors-are-problems', 'application/problem+json with a problem', `${type}: ${showValue(response.text)}`)];
      }
      const catalogued = contract.problems.get(String(body.code));
      const findings: Finding[] = [];
      if (catalogued?.status !== response.status)
        findings.push(
          say(
            'problem-code-of-catalogue',
            'a code of the catalogue with its status',
            `${response.status} ${showValue(body.code)}`,
            'code',
          ),
        );
      else if (!validate(body))
        findings.push(
          say(
            'errors-are-problems',
            'a problem that matches the schema Problem',
            showValue(validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`)),
          ),
        );
      if (body.status !== response.status)
        findings.push(say('problem-status-agrees', `status: ${response.status}`, `status: ${showValue(body.status)}`, 'status'));
      const path = exchange.request.path.replace(/\?.*$/s, '');
      const [operation] = operationsAt(contract, exchange.request);
      // Compares only the end of `instance`, after decoding it: a gateway may have added a prefix, and a server may return the
      // path with or without escapes.
      if (
        operation &&
        body.instance !== undefined &&
        !decodePercent(String(body.instance).replace(/\?.*$/s, '')).endsWith(decodePercent(path))
      )
        findings.push(
          say(
            'errors-are-problems',
            `instance: ${path}, the path that was asked`,
            `instance: ${showValue(body.instance)}`,
            'instance',
          ),
        );
      const stray = operation && strayPointer(operation, exchange, body.errors);
      if (stray !== undefined)
        findings.push(
          say('problem-names-members', 'errors with pointers into the request', `pointer: ${showValue(stray)}`, 'errors'),
        );
      const id = responseHeader(response, 'x-request-id');
      if (body.requestId !== id)
        findings.push(
          say(
            'problem-request-id-agrees',
            `requestId: ${showValue(id)}, as X-Request-Id says`,
            `requestId: ${showValue(body.requestId)}`,
            'requestId',
          ),
        );
      const challenge = missingChallenge(String(body.code), response);
      if (challenge !== undefined)
        findings.push(
          say(
            body.code === 'invalid_token' ? 'unknown-token-is-401' : 'no-token-is-401',
            `WWW-Authenticate: ${challenge}`,
            `WWW-Authenticate: ${challengesIn(response)}`,
            'WWW-Authenticate',
          ),
        );
      return findings;
    }),
  );
}

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

/**
 * Checks that no response contains a token. In recorded exchanges tokens are masked, so a placeholder in a response means that it
 * contained one.
 */
export function checkNoToken(contract: Contract, exchanges: readonly Exchange[]): Finding[] {
  const told = exchanges.find(({ answer: response }) => {
    const text = response ? `${response.headers.map(([, value]) => value).join('\n')}\n${response.text}` : '';
    // In a file that the suite recorded, `$TOKEN` stands for a token instead of the placeholder.
    return hasMark(text) || text.includes('$TOKEN');
  });
  if (told === undefined) return [];
  return broken(contract, 'token-never-told', {
    expected: 'no token',
    received: `the token, masked here as $TOKEN, in a ${told.answer?.status}: ${showValue(told.answer?.text)}`,
    exchanges: [told],
  });
}

/** Checks that the deployment returned no server error. */
export function checkNoServerError(contract: Contract, exchanges: readonly Exchange[]): Finding[] {
  const failed = exchanges.filter(({ answer: response, request }) => {
    if (response === undefined || response.status < 500 || [502, 503, 504].includes(response.status)) return false;
    return response.status !== 501 || request.method === 'POST';
  });
  const [first] = failed;
  if (first === undefined) return [];
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more like it)` : '';
  const received = `${first.answer?.status}${more}: ${showValue(first.answer?.text)}`;
  return broken(contract, 'bad-input-is-no-server-error', { expected: 'no 5xx', received, exchanges: [first] });
}

/** Checks that no response has `Idempotent-Replayed`, unless it is a success to a request with an idempotency key. */
export function checkReplays(contract: Contract, exchanges: readonly Exchange[]): Finding[] {
  const said = exchanges.find((exchange) => {
    const value = exchange.answer && responseHeader(exchange.answer, 'idempotent-replayed');
    if (value === undefined) return false;
    return value !== 'true' || keyIn(exchange) === undefined || !(exchange.answer && isSuccess(exchange.answer));
  });
  if (said === undefined) return [];
  const value = said.answer && responseHeader(said.answer, 'idempotent-replayed');
  return broken(contract, 'idempotency-says-replayed', {
    member: 'Idempotent-Replayed',
    expected: 'Idempotent-Replayed: true in a replay, and in no other response',
    received: `Idempotent-Replayed: ${value} in a ${said.answer?.status}`,
    exchanges: [said],
  });
}

/** Checks that a field has a different value in each invoice of the run. */
export function checkUnique(contract: Contract, requirement: string, field: string, shown: readonly Shown[]): Finding[] {
  const made = shown.filter(({ isNew, invoice }) => isNew && invoice[field] !== undefined);
  const pointer = `${operationById(contract, 'createPayment').responsePointer}/properties/${pointed(field)}`;
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
