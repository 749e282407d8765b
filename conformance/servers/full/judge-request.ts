import { checkFields } from './check-fields.ts';
import type { Account, Memory } from './memory.ts';
import { type Action, headerOf, type Message } from './message.ts';
import { Problem } from './problem.ts';

const scopes = { create: 'invoices:write', submit: 'receipts:write', fetch: 'invoices:read' };
const limits = { create: 60, submit: 60, fetch: 600 };
const ofOneInvoice = 10;
const largest = 32 * 1024;

/** A request that passed every check that needs no invoice. */
export interface Accepted {
  action: Action;
  account: Account;
  body: Record<string, unknown>;
}

/** Judges a request in the contract's order: path, method, token, scope, rate, size, media type, JSON, fields. @throws Problem */
export function judgeRequest(message: Message, memory: Memory, told: Record<string, string>): Accepted {
  const action = /^\/api\/v1\/payments\/(create|submit|fetch)$/.exec(message.path)?.[1] as Action | undefined;
  if (action === undefined) throw new Problem('not_found');
  if (message.method !== 'POST') throw new Problem('method_not_allowed', { Allow: 'POST' });
  const account = authenticate(message, memory, action);
  limit(memory, `${account.name} ${action}`, limits[action], told);
  if (memory.down.has('store')) throw new Problem('service_unavailable', { 'Retry-After': '1' });
  if (message.bytes > largest) throw new Problem('payload_too_large');
  const type = headerOf(message, 'content-type') ?? '';
  const json = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
  if (!json || headerOf(message, 'content-encoding') !== undefined) throw new Problem('unsupported_media_type');
  const body = parse(message.text);
  checkFields(action, body, message.text ?? '');
  const fields = body as Record<string, unknown>;
  if (action === 'submit') limit(memory, `${account.name} for ${fields.invoiceId}`, ofOneInvoice, {});
  return { action, account, body: fields };
}

function authenticate(message: Message, memory: Memory, action: Action): Account {
  const given = message.headers.filter(([name]) => name === 'authorization');
  if (given.length > 1) throw new Problem('authorization_malformed');
  const [scheme = '', token = ''] = (given[0]?.[1] ?? '').split(/ +/, 2);
  const bearer = scheme.toLowerCase() === 'bearer';
  const known = bearer ? memory.tokens.get(token) : undefined;
  if (known === undefined || known.revoked || (known.endsAt ?? Infinity) <= memory.now()) {
    limit(memory, 'failed authentication', 20, {});
    const challenge = bearer ? ', error="invalid_token"' : '';
    throw new Problem(challenge ? 'invalid_token' : 'unauthenticated', {
      'WWW-Authenticate': `Bearer realm="payments"${challenge}`,
    });
  }
  if (!known.scopes.includes(scopes[action])) throw new Problem('insufficient_scope');
  return known.account;
}

/** Counts a request towards a limit per minute, where limits are on. */
function limit(memory: Memory, what: string, most: number, told: Record<string, string>): void {
  if (!memory.limited) return;
  const now = memory.now();
  const times = (memory.counted.get(what) ?? []).filter((time) => time > now - 60_000);
  const wait = Math.ceil(((times[0] ?? now) + 60_000 - now) / 1000);
  Object.assign(told, {
    RateLimit: `"minute";r=${Math.max(0, most - times.length - 1)};t=${wait}`,
    'RateLimit-Policy': `"minute";q=${most};w=60`,
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
