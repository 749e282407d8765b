import { requirementAbout, requirementById } from '../../src/contract/contract.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { bearerToken, showMarks, tokenAsPassword, tokenAsUser, tokenMark, tokenWithout } from '../../src/text/marks.ts';
import type { DeriveViolations, Violation } from './violation.ts';

// Uses a made-up token, because a real token with one changed character may still decode to the same token.
const unknownToken = 'Bearer not-a-token-0123456789abcdef0123456789abcdef';

const credentials = [
  { id: 'none', title: 'without an Authorization header', values: [], problem: 'unauthenticated' },
  { id: 'empty-token', title: 'with an empty bearer token', values: ['Bearer '], problem: undefined },
  { id: 'unknown-token', title: 'with a token that nobody issued', values: [unknownToken], problem: 'invalid_token' },
  { id: 'no-scheme', title: 'with the token but no scheme', values: [tokenMark], problem: undefined },
  // Removes eight characters. With fewer removed, a lenient decoder may still find the signature of a signed token valid.
  {
    id: 'token-beginning',
    title: 'with the beginning of the token',
    values: (off: number) => [`Bearer ${tokenWithout('end', off)}`],
    problem: 'invalid_token',
  },
  {
    id: 'token-end',
    title: 'with the end of the token',
    values: (off: number) => [`Bearer ${tokenWithout('beginning', off)}`],
    problem: 'invalid_token',
  },
  { id: 'token-and-more', title: 'with more after the token', values: [`${bearerToken}.and.more`], problem: 'invalid_token' },
  { id: 'colon', title: 'with a colon after the scheme', values: [`Bearer: ${tokenMark}`], problem: undefined },
  { id: 'other-scheme', title: 'with another scheme', values: [`Basic ${tokenMark}`], problem: 'unauthenticated' },
  {
    id: 'basic-user',
    title: 'with the token as the user of Basic authentication',
    values: [`Basic ${tokenAsUser}`],
    problem: 'unauthenticated',
  },
  {
    id: 'basic-pass',
    title: 'with the token as the password of Basic authentication',
    values: [`Basic ${tokenAsPassword}`],
    problem: 'unauthenticated',
  },
] as const;

/** Returns how many characters to remove: eight, or half of a shorter token. A token that short is not a signed one. */
function offFrom(token: string): number {
  return Math.min(8, Math.ceil(token.length / 2));
}

/** Headers in which other APIs accept a token. */
const otherHeaders = [
  ...['X-Auth-Token', 'X-Access-Token', 'X-Authorization', 'X-Token', 'Token', 'Auth-Token', 'Proxy-Authorization', 'Api-Key'],
  ...['X-Forwarded-Authorization', 'Access-Token', 'X-Session-Token', 'X-Amz-Security-Token', 'Sec-WebSocket-Protocol'],
  ...['Password', 'X-Password'],
];

/**
 * Other places where clients put their token. Several names for the same place are sent in separate requests if a server may
 * refuse two tokens in the same request.
 */
const elsewhere: { id: string; title: string; headers?: [string, string][]; fields?: Record<string, string>; type?: string }[] = [
  {
    id: 'in-cookie',
    title: 'a cookie',
    headers: [
      ['Cookie', ['token', 'session', 'access_token', 'jwt', 'auth', 'sid'].map((name) => `${name}=${tokenMark}`).join('; ')],
    ],
  },
  { id: 'in-other-header', title: 'X-Api-Key', headers: [['X-Api-Key', tokenMark]] },
  {
    id: 'in-other-headers',
    title: 'headers of other APIs',
    // X-Forwarded-For claims that the request comes from the machine itself, which some servers trust.
    headers: [...otherHeaders.map((name): [string, string] => [name, tokenMark]), ['X-Forwarded-For', '127.0.0.1']],
  },
  {
    id: 'in-other-headers-with-scheme',
    title: 'headers of other APIs, with the scheme',
    headers: otherHeaders.map((name): [string, string] => [name, bearerToken]),
  },
  {
    id: 'in-referer',
    title: 'the address of a page',
    headers: [['Referer', `https://shop.example/?access_token=${tokenMark}&token=${tokenMark}`]],
  },
  { id: 'in-body-as-authorization', title: 'a field authorization of the body', fields: { authorization: bearerToken } },
  { id: 'in-body', title: 'a field of the body', fields: { token: tokenMark } },
  { id: 'in-body-as-access-token', title: 'a field access_token of the body', fields: { access_token: tokenMark } },
  { id: 'in-form', title: 'a form', fields: { access_token: tokenMark }, type: 'application/x-www-form-urlencoded' },
];

/** Renders values as a form that contains the token unescaped. */
function formOf(values: Record<string, unknown>): string {
  const texts = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(texts).toString();
}

export const credentialViolations: DeriveViolations = (contract, operation) => {
  const requirement = requirementAbout(operation, 'authentication');
  const requirements = {
    unauthenticated: requirementById(contract, 'no-token-is-401'),
    invalid_token: requirementById(contract, 'unknown-token-is-401'),
  };
  const shared = { pointer: operation.pointer, member: 'Authorization', kind: 'credentials' } as const;
  const withHeaders = (query: string, body: Record<string, unknown>, values: readonly string[]) => {
    const spec = requestFor(operation, body);
    if (query !== '') spec.path += `${spec.path.includes('?') ? '&' : '?'}${query}`;
    spec.headers = spec.headers.filter(([name]) => name !== 'Authorization');
    spec.headers.push(...values.map((value): [string, string] => ['Authorization', value]));
    return spec;
  };
  return [
    ...credentials.map(
      ({ id, title, values, problem }): Violation => ({
        ...shared,
        id: `authentication/${id}`,
        title: `${operation.slug} ${title} is refused`,
        requirement,
        request(body, token) {
          const sent = typeof values === 'function' ? values(offFrom(token)) : [...values];
          return {
            spec: withHeaders('', body, sent),
            difference: `Authorization: Bearer $TOKEN → ${showMarks(sent[0] ?? 'absent')}`,
          };
        },
        ...(problem && { problem: { requirement: requirements[problem], code: problem } }),
      }),
    ),
    {
      ...shared,
      id: 'authentication/in-query',
      title: `${operation.slug} with the token only in the query string is refused`,
      requirement: requirementById(contract, 'token-in-header-only'),
      request: (body) => ({
        spec: withHeaders(
          `authorization=Bearer%20${tokenMark}&${['access_token', 'token', 'api_key', 'key', 'auth', 'jwt'].map((name) => `${name}=${tokenMark}`).join('&')}`,
          body,
          [],
        ),
        difference: 'Authorization: Bearer $TOKEN → absent, the token in the query string',
      }),
      problem: { requirement: requirements.unauthenticated, code: 'unauthenticated' },
    },
    ...(
      [
        ['unknown-token', 'a token that nobody issued', unknownToken, 'invalid_token'],
        ['other-scheme', 'a password', 'Basic c2hvcDpwYXNzd29yZA==', 'unauthenticated'],
      ] as const
    ).map(
      ([id, what, value, problem]): Violation => ({
        ...shared,
        id: `authentication/beside-${id}`,
        title: `${operation.slug} with ${what}, and the right token in every other place, is refused`,
        requirement: requirementById(contract, 'token-in-header-only'),
        request(body) {
          const spec = withHeaders(`access_token=${tokenMark}&token=${tokenMark}`, body, [value]);
          // Sends each header name once, because a server may refuse a repeated header.
          spec.headers.push(...new Map(elsewhere.flatMap(({ headers = [] }) => headers)));
          return {
            spec,
            difference: `Authorization: Bearer $TOKEN → ${what}, $TOKEN in the query and other headers`,
          };
        },
        problem: { requirement: requirements[problem], code: problem },
      }),
    ),
    ...elsewhere
      .filter(({ fields }) => operation.hasBody || fields === undefined)
      .map(
        ({ id, title, headers = [], fields = {}, type }): Violation => ({
          ...shared,
          id: `authentication/${id}`,
          title: `${operation.slug} with the token only in ${title} is refused`,
          requirement: requirementById(contract, 'token-in-header-only'),
          request(body) {
            const values = { ...body, ...fields };
            const spec = withHeaders('', values, []);
            spec.headers.push(...headers);
            if (type !== undefined) {
              spec.headers = spec.headers.map(([name, value]) => [name, name === 'Content-Type' ? type : value]);
              spec.body = formOf(values);
            }
            return { spec, difference: `Authorization: Bearer $TOKEN → absent, the token in ${title}` };
          },
          problem: { requirement: requirements.unauthenticated, code: 'unauthenticated' },
        }),
      ),
  ];
};
