import { requirementAbout } from '../../src/contract/contract.ts';
import type { Credential } from '../../src/contract/plain/facts.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { tokenWithout } from '../../src/text/marks.ts';
import type { DeriveViolations, Violation } from './violation.ts';

const wrong = 'not-a-credential-0123456789abcdef';
const wrongUser = `Basic ${Buffer.from(`nobody:${wrong}`).toString('base64')}`;

/** Invalid values of the header, by kind of scheme. */
const wrongValues: Record<Credential['kind'], { id: string; title: string; value: string }[]> = {
  bearer: [
    { id: 'unknown-token', title: 'with a token that nobody issued', value: `Bearer ${wrong}` },
    { id: 'empty-token', title: 'with an empty token', value: 'Bearer ' },
    { id: 'other-scheme', title: 'with credentials of another scheme', value: wrongUser },
  ],
  basic: [
    { id: 'unknown-user', title: 'with an unknown user', value: wrongUser },
    { id: 'no-pair', title: 'with Basic credentials without a user and a password', value: `Basic ${wrong}` },
    { id: 'other-scheme', title: 'with credentials of another scheme', value: `Bearer ${wrong}` },
  ],
  header: [
    { id: 'unknown-key', title: 'with a key that nobody issued', value: wrong },
    { id: 'empty-key', title: 'with an empty key', value: '' },
  ],
  query: [
    { id: 'unknown-key', title: 'with a key that nobody issued', value: wrong },
    { id: 'empty-key', title: 'with an empty key', value: '' },
  ],
  cookie: [
    { id: 'unknown-key', title: 'with a cookie that nobody issued', value: wrong },
    { id: 'empty-key', title: 'with an empty cookie', value: '' },
  ],
};

/** Derives requests that lack the credentials that a plain document requires, or have invalid ones for each scheme. */
export const schemeViolations: DeriveViolations = (_contract, operation) => {
  const { credentials, otherCredentials, demandsCredentials } = operation.plain ?? {};
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
  const several = credentials.length > 1;
  return [
    made('none', 'without credentials', `${credentials.map(({ name }) => name).join(', ')}: sent → absent`, (spec) =>
      credentials.reduce((left, one) => withCredential(left, one, undefined), spec),
    ),
    ...credentials.flatMap((one) =>
      wrongValues[one.kind].map(({ id, title, value }) =>
        made(several ? `${one.scheme}/${id}` : id, title, `${one.name}: $TOKEN → ${value || 'empty'}`, (spec) =>
          withCredential(spec, one, value),
        ),
      ),
    ),
    // Each further alternative is tried by itself, in place of the right credentials.
    ...(otherCredentials ?? []).flatMap(([one, more]) =>
      one === undefined || more !== undefined
        ? []
        : wrongValues[one.kind].map(({ id, title, value }) =>
            made(
              `${one.scheme}/${id}`,
              `${title}, of the scheme ${one.scheme} only`,
              `${credentials.map(({ name }) => name).join(', ')} → ${one.name}: ${value || 'empty'}`,
              (spec) =>
                withCredential(
                  credentials.reduce((left, own) => withCredential(left, own, undefined), spec),
                  one,
                  value,
                ),
            ),
          ),
    ),
    ...credentials
      .filter(({ kind, name }) => kind === 'header' && /^authorization$/i.test(name))
      .map((one) =>
        made(
          'unknown-key-in-form',
          'with the form of a right key that nobody issued',
          `${one.name}: the end of $TOKEN is another`,
          (spec, token) => withCredential(spec, one, otherEnd(token)),
        ),
      ),
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
    const left = query.split('&').filter((part) => part !== '' && !part.startsWith(`${encodeURIComponent(name)}=`));
    const all = value === undefined ? left : [...left, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
    return { ...spec, path: all.length > 0 ? `${path}?${all.join('&')}` : path };
  }
  if (kind === 'cookie') {
    const cookies = spec.headers.flatMap(([header, text]) => (header === 'Cookie' ? text.split('; ') : []));
    const left = cookies.filter((part) => !part.startsWith(`${name}=`));
    const all = value === undefined ? left : [...left, `${name}=${value}`];
    const others = spec.headers.filter(([header]) => header !== 'Cookie');
    return { ...spec, headers: [...others, ...(all.length > 0 ? [['Cookie', all.join('; ')] as [string, string]] : [])] };
  }
  const header = kind === 'header' ? name : 'Authorization';
  const others = spec.headers.filter(([one]) => one.toLowerCase() !== header.toLowerCase());
  return { ...spec, headers: [...others, ...(value === undefined ? [] : [[header, value] as [string, string]])] };
}
