import type { Schema } from '../contract.ts';
import { locate } from '../follow-reference.ts';
import type { Credential } from './facts.ts';

/** The credentials of an operation, as the document describes them. */
export interface ReadCredentials {
  /** The credentials to send. Empty if anybody may call the operation. */
  credentials: Credential[];
  /** Alternatives to `credentials` that the suite can send, each in a different way, such as in another header. */
  others: Credential[][];
  /** The scopes that a token must have; empty if a token with any scopes is accepted. */
  scopes: string[];
  /** True if a request without credentials must be refused. */
  isDemanded: boolean;
  pointer: string;
  /** Why the suite cannot send any of the alternatives. */
  untried?: string;
}

/** Reads the alternatives of `security` that the suite can send. */
export function readCredentials(document: Schema, operation: Schema, pointer: string): ReadCredentials {
  const isOwn = operation.security !== undefined;
  const stated = (operation.security ?? document.security ?? []) as Record<string, unknown>[];
  const alternatives = stated.filter((one) => Object.keys(one).length > 0);
  const at = isOwn ? `${pointer}/security` : '/security';
  const isDemanded = stated.length > 0 && alternatives.length === stated.length;
  const read = alternatives.map((one) => Object.keys(one).map((name) => readScheme(document, name)));
  const known = read.filter((one): one is Credential[] => one.every((part) => typeof part !== 'string'));
  const [credentials = [], ...others] = known;
  const untried = read.flat().find((one) => typeof one === 'string');
  const isUntried = isDemanded && credentials.length === 0;
  const ways = new Set([wayOf(credentials)]);
  const differ = others.filter((one) => !ways.has(wayOf(one)) && ways.add(wayOf(one)));
  const scopes = alternatives
    .filter((_, index) => wayOf(read[index] ?? []) === wayOf(credentials))
    .map((one) => Object.values(one).flat().map(String));
  return {
    ...{ credentials, others: differ, isDemanded, pointer: at },
    scopes: credentials[0]?.kind === 'bearer' && scopes.every(({ length }) => length > 0) ? [...new Set(scopes.flat())] : [],
    ...(isUntried && { untried: untried ?? '' }),
  };
}

/** Returns how credentials are sent. OAuth 2 tokens and OpenID Connect tokens are sent in the same way. */
const wayOf = (credentials: readonly (Credential | string)[]): string =>
  credentials.map((one) => (typeof one === 'string' ? one : `${one.kind} ${one.name}`)).join();

function readScheme(document: Schema, name: string): Credential | string {
  const schemes = ((document.components as Schema | undefined)?.securitySchemes ?? {}) as Record<string, Schema>;
  const start = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  if (!start) return `its security names the scheme ${name}, which no securitySchemes has`;
  const { schema, pointer } = locate(document, start, `/components/securitySchemes/${name}`);
  const made = (kind: Credential['kind'], of: string): Credential => ({ scheme: name, kind, name: of, pointer });
  const { type, scheme, in: place } = schema as { type?: unknown; scheme?: unknown; in?: unknown };
  if (type === 'oauth2' || type === 'openIdConnect') return made('bearer', 'Authorization');
  if (type === 'http' && /^bearer$/i.test(String(scheme))) return made('bearer', 'Authorization');
  if (type === 'http' && /^basic$/i.test(String(scheme))) return made('basic', 'Authorization');
  if (type === 'apiKey' && (place === 'header' || place === 'query' || place === 'cookie'))
    return made(place, String(schema.name));
  return `the suite knows no ${type === 'http' ? `http ${scheme}` : type} authentication (${pointer})`;
}
