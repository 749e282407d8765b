import { requirementAbout } from '../../src/contract/contract.ts';
import type { Credential } from '../../src/contract/plain/facts.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { tokenWithout } from '../../src/text/marks.ts';
import { withoutHeader } from '../derive/refusals/send-violation.ts';
import type { DeriveViolations, Violation } from './violation.ts';

const wrong = 'not-a-credential-0123456789abcdef';
const wrongUser = `Basic ${Buffer.from(`nobody:${wrong}`).toString('base64')}`;

type WrongValue = [id: string, title: string, value: string];

const wrongKeys = (what: string): WrongValue[] => [
  ['unknown-key', `with a ${what} that nobody issued`, wrong],
  ['empty-key', `with an empty ${what}`, ''],
];

/** Invalid values of the header, by kind of scheme. */
const wrongValues: Record<Credential['kind'], WrongValue[]> = {
  bearer: [
    ['unknown-token', 'with a token that nobody issued', `Bearer ${wrong}`],
    ['empty-token', 'with an empty token', 'Bearer '],
    ['other-scheme', 'with credentials of another scheme', wrongUser],
  ],
  basic: [
    ['unknown-user', 'with an unknown user', wrongUser],
    ['no-pair', 'with Basic credentials without a user and a password', `Basic ${wrong}`],
    ['other-scheme', 'with credentials of another scheme', `Bearer ${wrong}`],
  ],
  header: wrongKeys('key'),
  query: wrongKeys('key'),
  cookie: wrongKeys('cookie'),
};

/** Derives requests without the credentials that a plain document requires and, for each scheme, requests with invalid ones. */
export const schemeViolations: DeriveViolations = (_contract, operation) => {
  const { credentials, otherCredentials = [], demandsCredentials } = operation.plain ?? {};
  if (!demandsCredentials || credentials === undefined) return [];
  const requirement = requirementAbout(operation, 'authentication');
  const made = (
    id: string,
    title: string,
    difference: string,
    change: (spec: RequestSpec, token: string) => RequestSpec,
  ): Violation => ({
    id: `authentication/${id}`,
    title: `${operation.slug} ${title} is refused`,
    requirement,
    pointer: requirement.pointer,
    kind: 'credentials',
    request: (body, token) => ({ spec: change(requestFor(operation, body), token), difference }),
  });
  const names = credentials.map(({ name }) => name).join(', ');
  const without = (spec: RequestSpec): RequestSpec =>
    credentials.reduce((left, one) => withCredential(left, one, undefined), spec);
  return [
    made('none', 'without credentials', `${names}: sent → absent`, without),
    ...credentials.flatMap((one) =>
      wrongValues[one.kind].map(([id, title, value]) => {
        const named = credentials.length > 1 ? `${one.scheme}/${id}` : id;
        return made(named, title, `${one.name}: $TOKEN → ${value || 'empty'}`, (spec) => withCredential(spec, one, value));
      }),
    ),
    // Each further alternative is tried by itself, in place of the right credentials.
    ...otherCredentials
      .flatMap((all) => (all.length === 1 ? all : []))
      .flatMap((one) =>
        wrongValues[one.kind].map(([id, title, value]) => {
          const difference = `${names} → ${one.name}: ${value || 'empty'}`;
          const only = `${title}, of the scheme ${one.scheme} only`;
          return made(`${one.scheme}/${id}`, only, difference, (spec) => withCredential(without(spec), one, value));
        }),
      ),
    ...credentials
      .filter(({ kind, name }) => kind === 'header' && /^authorization$/i.test(name))
      .map((one) => {
        const title = 'with the form of a right key that nobody issued';
        const difference = `${one.name}: the end of $TOKEN is another`;
        return made('unknown-key-in-form', title, difference, (spec, token) => withCredential(spec, one, otherEnd(token)));
      }),
  ];
};

/** Returns a complete credential, such as `Token token="…"`, with its last word replaced. */
function otherEnd(token: string): string {
  const [end = '', sign = ''] = /[a-z0-9]{1,20}([^a-z0-9]{0,5})$/i.exec(token) ?? [];
  return `${end.length === token.length ? '' : tokenWithout('end', end.length)}${wrong}${sign}`;
}

function withCredential(spec: RequestSpec, { kind, name }: Credential, value: string | undefined): RequestSpec {
  if (kind === 'query') {
    const [path = '', query = ''] = spec.path.split('?');
    const pairs = replaced(query.split('&').filter(Boolean), encodeURIComponent(name), value && encodeURIComponent(value));
    return { ...spec, path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path };
  }
  if (kind === 'cookie') {
    const cookies = spec.headers.flatMap(([header, text]) => (header === 'Cookie' ? text.split('; ') : []));
    return withField(spec, 'Cookie', replaced(cookies, name, value).join('; ') || undefined);
  }
  return withField(spec, kind === 'header' ? name : 'Authorization', value);
}

const replaced = (pairs: string[], name: string, value: string | undefined): string[] => [
  ...pairs.filter((pair) => !pair.startsWith(`${name}=`)),
  ...(value === undefined ? [] : [`${name}=${value}`]),
];

const withField = (spec: RequestSpec, name: string, value: string | undefined): RequestSpec =>
  value === undefined ? withoutHeader(name, spec) : withHeader(spec, name, value);
