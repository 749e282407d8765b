import type { Schema } from '../contract.ts';
import { locate } from '../follow-reference.ts';
import type { Credential } from './facts.ts';

/** The credentials of an operation, as the document describes them. */
export interface ReadCredentials {
  /** The credentials to send. Empty if anybody may call the operation. */
  credentials: Credential[];
  /** True if a request without credentials must be refused. */
  isDemanded: boolean;
  pointer: string;
  /** Why the suite cannot send any of the alternatives. */
  untried?: string;
}

/** Reads the alternatives in `security`, and takes the first one that the suite can send. */
export function readCredentials(document: Schema, operation: Schema, pointer: string): ReadCredentials {
  const isOwn = operation.security !== undefined;
  const alternatives = (operation.security ?? document.security ?? []) as Record<string, unknown>[];
  const at = isOwn ? `${pointer}/security` : '/security';
  const isDemanded = alternatives.length > 0 && alternatives.every((one) => Object.keys(one).length > 0);
  const reasons: string[] = [];
  for (const alternative of alternatives.filter((one) => Object.keys(one).length > 0)) {
    const read = Object.keys(alternative).map((name) => readScheme(document, name));
    const unknown = read.find((one) => typeof one === 'string');
    if (typeof unknown === 'string') reasons.push(unknown);
    else return { credentials: read as Credential[], isDemanded, pointer: at };
  }
  return { credentials: [], isDemanded, pointer: at, ...(isDemanded && { untried: reasons[0] ?? '' }) };
}

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
