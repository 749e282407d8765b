import { type Requirement, requirementAbout, requirementById } from '../../src/contract/contract.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import { bearerToken, showMarks, tokenAsPassword, tokenAsUser, tokenMark, tokenWithout } from '../../src/text/marks.ts';
import { withoutHeader } from '../derive/refusals/send-violation.ts';
import type { DeriveViolations, Violation } from './violation.ts';

// Uses a made-up token, because a real token with one changed character may still decode to the same token.
const unknownToken = 'Bearer not-a-token-0123456789abcdef0123456789abcdef';

type Code = 'unauthenticated' | 'invalid_token';

/** Wrong values of the Authorization header. Some are functions of the number of characters to remove from the token. */
const credentials: [id: string, title: string, code: Code | undefined, value?: string | ((off: number) => string)][] = [
  ['none', 'without an Authorization header', 'unauthenticated'],
  ['empty-token', 'with an empty bearer token', undefined, 'Bearer '],
  ['unknown-token', 'with a token that nobody issued', 'invalid_token', unknownToken],
  ['no-scheme', 'with the token but no scheme', undefined, tokenMark],
  ['token-beginning', 'with the beginning of the token', 'invalid_token', (off) => `Bearer ${tokenWithout('end', off)}`],
  ['token-end', 'with the end of the token', 'invalid_token', (off) => `Bearer ${tokenWithout('beginning', off)}`],
  ['token-and-more', 'with more after the token', 'invalid_token', `${bearerToken}.and.more`],
  ['colon', 'with a colon after the scheme', undefined, `Bearer: ${tokenMark}`],
  ['other-scheme', 'with another scheme', 'unauthenticated', `Basic ${tokenMark}`],
  ['basic-user', 'with the token as the user of Basic authentication', 'unauthenticated', `Basic ${tokenAsUser}`],
  ['basic-pass', 'with the token as the password of Basic authentication', 'unauthenticated', `Basic ${tokenAsPassword}`],
];

/** Returns how many characters to remove. If fewer than eight are missing, a lenient decoder may still accept a signed token. */
const offFrom = (token: string): number => Math.min(8, Math.ceil(token.length / 2));

/** Headers in which other APIs accept a token. */
const otherHeaders = [
  ...['X-Auth-Token', 'X-Access-Token', 'X-Authorization', 'X-Token', 'Token', 'Auth-Token', 'Proxy-Authorization', 'Api-Key'],
  ...['X-Forwarded-Authorization', 'Access-Token', 'X-Session-Token', 'X-Amz-Security-Token', 'Sec-WebSocket-Protocol'],
  ...['Password', 'X-Password'],
];

const inEach = (names: string[], value: string): [string, string][] => names.map((name) => [name, value]);

/** Writes values as a form or a query, with the token unescaped. */
const formOf = (values: Inputs): string =>
  new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])).toString();

const cookies = ['token', 'session', 'access_token', 'jwt', 'auth', 'sid'].map((name) => `${name}=${tokenMark}`).join('; ');
const query = formOf(Object.fromEntries(inEach(['access_token', 'token', 'api_key', 'key', 'auth', 'jwt'], tokenMark)));

/** Groups of other headers that could carry a token. Each group is sent separately, because a server may refuse two tokens. */
const elsewhere: [id: string, title: string, headers: [string, string][]][] = [
  ['in-cookie', 'a cookie', [['Cookie', cookies]]],
  ['in-other-header', 'X-Api-Key', [['X-Api-Key', tokenMark]]],
  // X-Forwarded-For claims that the request comes from the machine itself, which some servers trust.
  ['in-other-headers', 'headers of other APIs', [...inEach(otherHeaders, tokenMark), ['X-Forwarded-For', '127.0.0.1']]],
  ['in-other-headers-with-scheme', 'headers of other APIs, with the scheme', inEach(otherHeaders, bearerToken)],
  ['in-referer', 'the address of a page', [['Referer', `https://shop.example/?access_token=${tokenMark}&token=${tokenMark}`]]],
];

/** Fields of the body in which clients put their token. */
const inBody: [id: string, title: string, fields: Record<string, string>, isForm?: true][] = [
  ['in-body-as-authorization', 'a field authorization of the body', { authorization: bearerToken }],
  ['in-body', 'a field of the body', { token: tokenMark }],
  ['in-body-as-access-token', 'a field access_token of the body', { access_token: tokenMark }],
  ['in-form', 'a form', { access_token: tokenMark }, true],
];

/** Derives requests without the token, with a wrong one, and with the right one in places other than the header. */
export const credentialViolations: DeriveViolations = (contract, operation) => {
  const inHeaderOnly = requirementById(contract, 'token-in-header-only');
  const requirements = {
    unauthenticated: requirementById(contract, 'no-token-is-401'),
    invalid_token: requirementById(contract, 'unknown-token-is-401'),
  };
  const violation = (
    id: string,
    title: string,
    requirement: Requirement,
    code: Code | undefined,
    request: Violation['request'],
  ): Violation => ({
    id: `authentication/${id}`,
    title: `${operation.slug} ${title} is refused`,
    requirement,
    pointer: operation.pointer,
    member: 'Authorization',
    kind: 'credentials',
    request,
    ...(code && { problem: { requirement: requirements[code], code } }),
  });
  const specWith = (body: Inputs, value?: string, more = ''): RequestSpec => {
    const spec = requestFor(operation, body);
    if (more !== '') spec.path += `${spec.path.includes('?') ? '&' : '?'}${more}`;
    return value === undefined ? withoutHeader('Authorization', spec) : withHeader(spec, 'Authorization', value);
  };
  const misplaced = (id: string, place: string, make: (body: Inputs) => RequestSpec): Violation =>
    violation(id, `with the token only in ${place}`, inHeaderOnly, 'unauthenticated', (body) => ({
      spec: make(body),
      difference: `Authorization: Bearer $TOKEN → absent, the token in ${place}`,
    }));
  const beside = (id: string, what: string, value: string, code: Code): Violation =>
    violation(id, `with ${what}, and the right token in every other place,`, inHeaderOnly, code, (body) => {
      const spec = specWith(body, value, `access_token=${tokenMark}&token=${tokenMark}`);
      // Sends each header name once, because a server may refuse a repeated header.
      const others = new Map(elsewhere.flatMap(([, , headers]) => headers));
      const difference = `Authorization: Bearer $TOKEN → ${what}, $TOKEN in the query and other headers`;
      return { spec: { ...spec, headers: [...spec.headers, ...others] }, difference };
    });
  return [
    ...credentials.map(([id, title, code, value]) =>
      violation(id, title, requirementAbout(operation, 'authentication'), code, (body, token) => {
        const sent = typeof value === 'function' ? value(offFrom(token)) : value;
        return { spec: specWith(body, sent), difference: `Authorization: Bearer $TOKEN → ${showMarks(sent ?? 'absent')}` };
      }),
    ),
    misplaced('in-query', 'the query string', (body) =>
      specWith(body, undefined, `authorization=Bearer%20${tokenMark}&${query}`),
    ),
    beside('beside-unknown-token', 'a token that nobody issued', unknownToken, 'invalid_token'),
    beside('beside-other-scheme', 'a password', 'Basic c2hvcDpwYXNzd29yZA==', 'unauthenticated'),
    ...elsewhere.map(([id, place, headers]) =>
      misplaced(id, place, (body) => {
        const spec = specWith(body);
        return { ...spec, headers: [...spec.headers, ...headers] };
      }),
    ),
    ...(operation.hasBody ? inBody : []).map(([id, place, fields, isForm]) =>
      misplaced(id, place, (body) => {
        const values = { ...body, ...fields };
        const spec = specWith(values);
        if (!isForm) return spec;
        return { ...withHeader(spec, 'Content-Type', 'application/x-www-form-urlencoded'), body: formOf(values) };
      }),
    ),
  ];
};
