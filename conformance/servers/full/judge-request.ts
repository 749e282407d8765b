import { checkFields } from './check-fields.ts';
import type { OperationFacts } from './facts.ts';
import type { Account, Memory } from './memory.ts';
import { headerOf, type Message } from './message.ts';
import { Problem } from './problem.ts';
import { checkParameters, route } from './route.ts';

/** A request that passed every check that needs no invoice. */
export interface Accepted {
  operation: OperationFacts;
  account: Account;
  body: Record<string, unknown>;
}

/** Judges a request in the contract's order: path, method, token, scope, rate, size, media type, JSON, fields. @throws Problem */
export function judgeRequest(message: Message, memory: Memory, told: Record<string, string>): Accepted {
  const { facts } = memory;
  const { operation, parameters } = route(message, facts);
  const account = authenticate(message, memory, operation);
  for (const most of operation.limits.filter(({ per }) => per === 'account'))
    limit(memory, `${account.name} ${operation.id}`, most, told);
  if (memory.down.has('store')) throw new Problem('service_unavailable', { 'Retry-After': '1' });
  if (message.bytes > facts.bodyLimit) throw new Problem('payload_too_large');
  checkParameters(operation, parameters);
  // The key says nothing of the invoice: it is read where it is used.
  const { 'Idempotency-Key': _key, ...given } = parameters;
  const fields = { ...(operation.hasBody ? readBody(operation, message) : {}), ...given };
  for (const most of operation.limits.filter(({ per }) => per === 'invoice'))
    limit(memory, `${account.name} ${operation.id} for ${fields[operation.identifies ?? '']}`, most, {});
  return { operation, account, body: fields };
}

function readBody(operation: OperationFacts, message: Message): Record<string, unknown> {
  const type = headerOf(message, 'content-type') ?? '';
  const json = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
  if (!json || headerOf(message, 'content-encoding') !== undefined) throw new Problem('unsupported_media_type');
  const body = parse(message.text);
  checkFields(operation, body, message.text ?? '');
  return body as Record<string, unknown>;
}

function authenticate(message: Message, memory: Memory, { scope }: OperationFacts): Account {
  const given = message.headers.filter(([name]) => name === 'authorization');
  if (given.length > 1) throw new Problem('authorization_malformed');
  const [, scheme = '', token = ''] = /^(\S*) *(.*)$/.exec(given[0]?.[1] ?? '') ?? [];
  const bearer = scheme.toLowerCase() === 'bearer';
  const known = bearer ? memory.tokens.get(token) : undefined;
  if (known === undefined || known.revoked || (known.endsAt ?? Infinity) <= memory.now()) {
    const { failures, seconds } = memory.facts.wrongTokens;
    limit(memory, 'failed authentication', { requests: failures, seconds }, {});
    const challenge = bearer ? ', error="invalid_token"' : '';
    throw new Problem(challenge ? 'invalid_token' : 'unauthenticated', {
      'WWW-Authenticate': `Bearer realm="payments"${challenge}`,
    });
  }
  if (!known.scopes.includes(scope)) throw new Problem('insufficient_scope');
  return known.account;
}

/** Counts a request towards a limit, where limits are on. */
function limit(
  memory: Memory,
  what: string,
  { requests: most, seconds }: { requests: number; seconds: number },
  told: Record<string, string>,
): void {
  if (!memory.limited) return;
  const now = memory.now();
  const times = (memory.counted.get(what) ?? []).filter((time) => time > now - seconds * 1000);
  const wait = Math.ceil(((times[0] ?? now) + seconds * 1000 - now) / 1000);
  Object.assign(told, {
    RateLimit: `"minute";r=${Math.max(0, most - times.length - 1)};t=${wait}`,
    'RateLimit-Policy': `"minute";q=${most};w=${seconds}`,
  });
  if (times.length >= most) throw new Problem('rate_limited', { ...told, 'Retry-After': String(wait) });
  memory.counted.set(what, [...times, now]);
}

function parse(text: string | undefined): unknown {
  if (text === undefined || text.startsWith('\uFEFF')) throw new Problem('malformed_json');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('malformed_json');
  }
  if (namesTwice(text)) throw new Problem('malformed_json');
  return value;
}

/** Returns true where an object of the text has two fields of one name. */
function namesTwice(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*(:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (colon) {
      const names = open.at(-1);
      const name = JSON.parse(string as string) as string;
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
