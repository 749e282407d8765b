import type { ErrorObject } from 'ajv';
import { checkUrl } from './check-url.ts';
import type { Facts, OperationFacts, PropertyFacts } from './facts.ts';
import type { Account, Memory } from './memory.ts';
import { type Fields, headerOf, type Message } from './message.ts';
import { type Item, Problem } from './problem.ts';

/** The code for a wrong field, keyed by the JSON Schema keyword that the field's value violates. */
const codes: Record<string, string> = {
  type: 'type',
  required: 'required',
  additionalProperties: 'unknown_property',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'amount_out_of_range',
  maximum: 'amount_out_of_range',
  format: 'invalid_url',
  // Only the schema of cash tags has a `not`, which refuses 21 characters without a `$`.
  not: 'too_long',
};

/** The code for any other keyword. It is the code in the contract that comes closest. */
const otherwise = 'pattern';

/** Maximum number of violations in one problem. */
const mostItems = 32;

/** Checks every field of a body, including unknown ones. @throws Problem validation_failed, with an item for each violation */
function checkFields({ validate, properties }: OperationFacts, body: unknown): void {
  const items = new Map<string, Item>();
  const add = (pointer: string, code: string): void => {
    // Reports only one violation for each field. A string that is too long, for example, also breaks the pattern.
    if (!items.has(pointer)) items.set(pointer, { pointer, code, detail: `${pointer} is wrong.` });
  };
  // Puts wrong types first, because a value of the wrong type may also break the `not`, which is meant for strings.
  const rank = ({ keyword }: ErrorObject): number => Number(keyword !== 'type');
  const errors = validate(body) ? [] : (validate.errors ?? []).toSorted((one, other) => rank(one) - rank(other));
  for (const error of errors) add(...itemOf(error));
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body)) {
      // Ajv does not see a field with this name in an object from JSON.parse, so it is checked here.
      if (name === '__proto__') add('/__proto__', 'unknown_property');
      const code = ruleOf(Object.hasOwn(properties, name) ? properties[name] : undefined, value, body as Fields);
      if (code !== undefined) add(`/${pointed(name)}`, code);
    }
  if (items.size > 0) throw new Problem('validation_failed', {}, [...items.values()].slice(0, mostItems));
}

function itemOf({ instancePath, keyword, params }: ErrorObject): [pointer: string, code: string] {
  const field = params.missingProperty ?? params.additionalProperty;
  const pointer = field === undefined ? instancePath : `${instancePath}/${pointed(String(field))}`;
  return [pointer, codes[keyword] ?? otherwise];
}

/** Escapes a name for a JSON pointer. */
const pointed = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Checks the rules about decimals and URLs that JSON Schema cannot express. Returns the code of a violation, or undefined. */
function ruleOf(property: PropertyFacts | undefined, value: unknown, beside: Fields): string | undefined {
  const tooFine = property && checkDecimals(property, value, beside);
  if (tooFine !== undefined) return tooFine;
  const rule = property?.['x-url'];
  return rule && typeof value === 'string' ? checkUrl(value, rule) : undefined;
}

/** Checks how many decimals a number has. The client's decimal is taken to be the shortest one that parses to the same double. */
function checkDecimals(property: PropertyFacts, value: unknown, beside: Fields): string | undefined {
  const { 'x-relations': relations = [], 'x-requirements': stated = [] } = property;
  for (const { is, field = '', decimals, requirement } of relations) {
    if (is !== 'decimals' || typeof value !== 'number') continue;
    const most = typeof decimals === 'object' ? decimals[String(beside[field])] : decimals;
    if (most !== undefined && Number(value.toFixed(most)) !== value)
      return stated.find(({ id }) => id === requirement)?.item ?? otherwise;
  }
  return undefined;
}

/** A request that passed all checks that do not depend on a stored invoice. */
export interface Accepted {
  operation: OperationFacts;
  account: Account;
  body: Record<string, unknown>;
}

/** Checks a request in the contract's order, from its path to its fields. @throws Problem if a check fails */
export function judgeRequest(message: Message, memory: Memory, told: Record<string, string>): Accepted {
  const { facts } = memory;
  const { operation, parameters } = route(message, facts);
  const account = authenticate(message, memory, operation);
  for (const most of operation.limits.filter(({ per }) => per === 'account'))
    limit(memory, `${account.name} ${operation.id}`, most, told);
  if (memory.down.has('store')) throw new Problem('service_unavailable', { 'Retry-After': '1' });
  if (message.bytes > facts.bodyLimit) throw new Problem('payload_too_large');
  checkParameters(operation, parameters);
  // Excludes the key, which is not a field of the request. The create handler reads it.
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
  checkFields(operation, body);
  // Removes null fields, because null means absent. Keeps them in a PATCH, where null removes the stored value.
  if (operation.method === 'PATCH') return body as Fields;
  return Object.fromEntries(Object.entries(body as Fields).filter(([, value]) => value !== null));
}

function authenticate(message: Message, memory: Memory, { scopes, keys, keysBeside }: OperationFacts): Account {
  const given = message.headers.filter(([name]) => name === 'authorization');
  if (given.length > 1) throw new Problem('authorization_malformed');
  const [, scheme = '', token = ''] = /^(\S*) *(.*)$/.exec(given[0]?.[1] ?? '') ?? [];
  const bearer = scheme.toLowerCase() === 'bearer';
  const [kind, key] = Object.entries(keys).find(([, name]) => headerOf(message, name) !== undefined) ?? [];
  const stored = memory.tokens.get(bearer ? token : (headerOf(message, key ?? '') ?? ''));
  const known = stored?.scheme === (bearer ? undefined : kind) && (bearer || kind !== undefined) ? stored : undefined;
  const hasKeys = Object.entries(keysBeside).every(([of, name]) => {
    const beside = memory.tokens.get(headerOf(message, name) ?? '');
    return beside?.scheme === of && !beside.revoked;
  });
  if (known === undefined || !hasKeys || known.revoked || (known.endsAt ?? Infinity) <= memory.now()) {
    const { failures, seconds } = memory.facts.wrongTokens;
    limit(memory, 'failed authentication', { requests: failures, seconds }, {});
    const challenge = bearer ? ', error="invalid_token"' : '';
    throw new Problem(challenge ? 'invalid_token' : 'unauthenticated', {
      'WWW-Authenticate': `Bearer realm="payments"${challenge}`,
    });
  }
  if (!scopes.every((scope) => known.scopes.includes(scope))) throw new Problem('insufficient_scope');
  return known.account;
}

/** Counts a request towards a limit, unless limits are switched off. @throws Problem if the limit is exceeded */
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

/** Returns whether any object in the JSON text has two members of the same name. */
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

/** Finds the operation of a request by path and method, and the values of its parameters. @throws Problem if there is none */
function route(message: Message, { operations }: Facts): { operation: OperationFacts; parameters: Fields } {
  const found = operations.flatMap((operation) => {
    const match = operation.path.exec(message.path);
    return match ? [{ operation, groups: match.groups ?? {} }] : [];
  });
  if (found.length === 0) throw new Problem('not_found');
  const route = found.find(({ operation }) => operation.method === message.method);
  if (!route) throw new Problem('method_not_allowed', { Allow: found.map(({ operation }) => operation.method).join(', ') });
  const query = new URLSearchParams(message.query);
  const texts: Record<string, (name: string) => string | undefined> = {
    path: (name) => decodeURIComponent(route.groups[`p${route.operation.pathNames.indexOf(name)}`] ?? ''),
    query: (name) => query.get(name) ?? undefined,
    header: (name) => headerOf(message, name.toLowerCase()),
  };
  const values = route.operation.parameters.flatMap(({ name, in: place, type, itemType, isJoined }) => {
    if (type === 'array') {
      const items = query.getAll(name).flatMap((text) => (isJoined ? text.split(',') : text));
      return items.length === 0 ? [] : [[name, items.map((item) => (itemType === 'string' ? item : readText(item)))]];
    }
    const text = texts[place]?.(name);
    return text === undefined ? [] : [[name, type === 'string' ? text : readText(text)]];
  });
  return { operation: route.operation, parameters: Object.fromEntries(values) };
}

/** Converts a parameter's text to a number or a boolean. Leaves any other text for the schema to refuse. */
function readText(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Checks the values of parameters. @throws Problem if one is missing or wrong */
function checkParameters({ parameters }: OperationFacts, values: Fields): void {
  const wrong = parameters.filter(({ name, required, validate }) =>
    Object.hasOwn(values, name) ? !validate(values[name]) : required,
  );
  const items = wrong.map(({ name }) => ({ pointer: `/${name}`, code: 'pattern', detail: `${name} is wrong.` }));
  if (items.length > 0) throw new Problem('validation_failed', {}, items);
}
