import { followReference, parseReference, valueAt } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node, type Place } from '../reader/json.ts';
import { type RateLimit, scopesOf } from '../reader/list-access.ts';
import type { Operation } from '../reader/list-operations.ts';
import { identifiersOf, inputsOf, propertiesOf, responsePropertiesOf } from '../reader/list-properties.ts';
import type { Contract } from '../reader/read-contract.ts';
import { checkRequirement, defineRule, type Finding } from './define-rule.ts';
import { codesOf } from './relation-form.ts';

/** Checks that every operation states its scopes, its rate limit for an account, and the field that identifies the invoice. */
export const operationFacts = defineRule(function* (contract) {
  const { document, operations, rateLimits, scopes } = contract;
  for (const operation of operations) {
    yield* checkScope(contract, operation);
    yield* checkAccountLimit(contract, operation);
    yield* checkIdentifiers(contract, operation);
    yield* checkParameters(contract, operation);
    yield* checkPages(contract, operation);
    yield* checkMost(contract, operation);
    yield* checkBodySize(contract, operation);
  }
  for (const limit of rateLimits) yield* checkLimit(contract, limit);
  const used = new Set<unknown>(operations.flatMap((operation) => scopesOf(document, operation)));
  const known = scopes.map(({ name }) => name);
  for (const { node, at, name } of operations.flatMap((operation) => responsePropertiesOf(document, operation))) {
    const { name: scope, requirement, masked } = isNode(node['x-scope']) ? node['x-scope'] : {};
    used.add(scope);
    if (typeof scope === 'string' && !known.includes(scope))
      yield {
        at: [...at, 'x-scope', 'name'],
        message: `${name} needs the scope '${scope}', which is not in x-scopes. Use one of ${known.join(', ')}, or add it there.`,
      };
    yield* checkRequirement(contract, requirement, [...at, 'x-scope', 'requirement']);
    if (isNode(masked)) yield* checkMask(masked, itemsOf(node.examples), [...at, 'x-scope', 'masked', 'match']);
  }
  for (const { name, at } of scopes)
    if (!used.has(name))
      yield { at, message: `No operation needs the scope '${name}'. Add it to the \`security\` of one, or remove it.` };
});

/** Checks that a mask is a regular expression, and that it changes each example of the field. */
function* checkMask({ match, by }: Node, examples: unknown[], at: Place): Generator<Finding> {
  try {
    const pattern = new RegExp(String(match), 'v');
    const kept = examples.find((one) => typeof one === 'string' && one.replace(pattern, String(by)) === one);
    if (kept !== undefined)
      yield {
        at,
        message: `The mask changes nothing in the example ${JSON.stringify(kept)}. Let it match what is to be hidden.`,
      };
  } catch {
    yield { at, message: `${JSON.stringify(match)} is not a regular expression. Correct it.` };
  }
}

function* checkScope({ document, scopes }: Contract, operation: Operation): Generator<Finding> {
  const { node, at, id } = operation;
  const place = 'security' in node ? [...at, 'security'] : at;
  const asked = scopesOf(document, operation);
  const known = scopes.map(({ name }) => name);
  if (asked.length === 0)
    yield {
      at: place,
      message: `${id} needs no scope, but must need at least one. Write it as the role of its security requirement: \`security: [{ bearerAuth: [${known[0] ?? 'things:write'}] }]\`.`,
    };
  // A client needs only one of the alternatives in `security`. Our programs support several only if all need the same scopes.
  const lists = itemsOf(node.security ?? document.security).map((alternative) =>
    entriesOf(alternative).flatMap(([, roles]) => itemsOf(roles)),
  );
  if (lists.some((scopes) => asked.some((scope) => !scopes.includes(scope))))
    yield {
      at: place,
      message: `The alternatives in the security requirement of ${id} need different scopes. Write the same scopes in each.`,
    };
  for (const scope of asked)
    if (!known.includes(scope))
      yield {
        at: place,
        message: `${id} needs the scope '${scope}', which is not in x-scopes. Use one of ${known.join(', ')}, or add it there.`,
      };
}

function* checkAccountLimit({ rateLimits }: Contract, { node, at, id }: Operation): Generator<Finding> {
  const count = rateLimits.filter((limit) => limit.of === id && limit.per === 'account').length;
  if (count !== 1)
    yield {
      at: 'x-rate-limits' in node ? [...at, 'x-rate-limits'] : at,
      message: `${id} has ${count || 'no'} rate limits for an account, but must have exactly one. Write it in x-rate-limits: \`{ name, per: account, requests, seconds, requirement }\`.`,
    };
}

function* checkLimit(contract: Contract, limit: RateLimit): Generator<Finding> {
  const { document, operations, rateLimits } = contract;
  const { node, at, name, of, per, requirement } = limit;
  if (rateLimits.find((other) => other.name === name) !== limit)
    yield { at: [...at, 'name'], message: `Another limit is also named '${name}'. Give this one another name.` };
  yield* checkRequirement(contract, requirement, 'requirement' in node ? [...at, 'requirement'] : at);
  const operation = operations.find(({ id }) => id === of);
  const isForInvoices = operation && identifiersOf(document, operation).length > 0;
  if (per === 'invoice' && !isForInvoices)
    yield {
      at: [...at, 'per'],
      message: `The limit '${name}' is per invoice, but no field of ${of} identifies an invoice. Add \`x-identifies\` to the field that does.`,
    };
}

/** The locations of parameters, each with the style and the types that the stubs, the suite and the docs can read. */
const readable: Record<string, { style: string; types: string[] }> = {
  path: { style: 'simple', types: ['string', 'number', 'integer', 'boolean'] },
  query: { style: 'form', types: ['string', 'number', 'integer', 'boolean', 'array'] },
  header: { style: 'simple', types: ['string', 'number', 'integer', 'boolean'] },
};

/** Checks that our programs can read each parameter's style and type, and that an operation with parameters documents 422. */
function* checkParameters({ document }: Contract, { parameters, node, at, id }: Operation): Generator<Finding> {
  for (const reference of parameters) {
    const parameter = followReference(document, reference, at).node;
    const { name, in: place, style, schema } = parameter ?? {};
    const form = readable[place];
    const types = [followReference(document, schema, at).node?.type].flat();
    if (!form || (style !== undefined && style !== form.style) || !types.some((type) => form.types.includes(type)))
      yield {
        at,
        message: `The parameter ${name} of ${id} has a form that no program here supports. Use a string, number or boolean in the path, the query or a header, or a list of these in the query. Write its \`type\`, and the \`style\` form in the query or simple elsewhere.`,
      };
  }
  if (parameters.length > 0 && !isNode(followReference(document, node.responses?.['422'], at).node))
    yield {
      at: 'responses' in node ? [...at, 'responses'] : at,
      message: `${id} has parameters, but documents no 422 for invalid values. Add the response.`,
    };
}

/** Checks that `x-most-at-once` names existing states, a DELETE operation, a requirement, and a problem of the operation. */
function* checkMost(
  { document, lifecycles, operations, requirements }: Contract,
  { node, at, id }: Operation,
): Generator<Finding> {
  const most = node['x-most-at-once'];
  if (!isNode(most)) return;
  const known: [key: string, values: unknown[], all: unknown[], what: string][] = [
    ['states', itemsOf(most.states), lifecycles.flatMap(({ states }) => states), 'state'],
    ['until', [most.until], operations.flatMap((one) => (one.method === 'DELETE' ? [one.id] : [])), 'DELETE operation'],
    ['requirement', [most.requirement], requirements.map((requirement) => requirement.id), 'requirement'],
    ['problem', [most.problem], codesOf(document, node), `problem of a response of ${id}`],
  ];
  for (const [key, values, all, what] of known)
    for (const value of values.filter((one) => typeof one === 'string' && !all.includes(one)))
      yield {
        at: [...at, 'x-most-at-once', key],
        message: `x-most-at-once of ${id} names ${value}, which is not a ${what}. Correct the name.`,
      };
}

/** Checks that each name in `x-pages` is the name of a parameter or of a field of the response. */
function* checkPages({ document }: Contract, operation: Operation): Generator<Finding> {
  const { node, at, id } = operation;
  const pages = node['x-pages'];
  if (!isNode(pages)) return;
  const taken = inputsOf(document, operation).map(({ name }) => name);
  const shown = responsePropertiesOf(document, operation);
  const items = shown.find(({ name }) => name === pages.items);
  const entry = items && followReference(document, items.node, items.at);
  const held = isNode(entry?.node?.items)
    ? propertiesOf(document, entry.node.items, [...entry.at, 'items']).map(({ name }) => name)
    : [];
  const filters = entriesOf(pages.filters);
  const named: [place: Place, name: unknown, known: string[], what: string][] = [
    [['cursor'], pages.cursor, taken, `parameter of ${id}`],
    ...['limit', 'page', 'offset'].map((key): (typeof named)[number] => [[key], pages[key], taken, `parameter of ${id}`]),
    [['items'], pages.items, shown.map(({ name }) => name), `field of the response of ${id}`],
    [['next'], pages.next, shown.map(({ name }) => name), `field of the response of ${id}`],
    ...filters.map(([name]): (typeof named)[number] => [['filters', name], name, taken, `parameter of ${id}`]),
    ...filters.map(([name, filter]): (typeof named)[number] => {
      const field = isNode(filter) ? filter.field : undefined;
      return [['filters', name, 'field'], field, held, `field of an entry of ${pages.items}`];
    }),
    ...itemsOf(pages.sorts).flatMap((sort, index): typeof named => {
      if (!isNode(sort)) return [];
      const at = ['sorts', String(index)];
      const sent = entriesOf(sort.with).map(([name]): (typeof named)[number] => [
        [...at, 'with', name],
        name,
        taken,
        `parameter of ${id}`,
      ]);
      return [...sent, [[...at, 'by'], sort.by, held, `field of an entry of ${pages.items}`]];
    }),
  ];
  for (const [place, name, known, what] of named)
    if (typeof name === 'string' && !known.includes(name))
      yield {
        at: [...at, 'x-pages', ...place],
        message: `x-pages names ${name}, which is not a ${what}. Use one of ${known.join(', ') || 'none'}.`,
      };
}

function* checkBodySize({ document }: Contract, { node, at, id }: Operation): Generator<Finding> {
  const limit = document['x-body-limit'];
  const body = followReference(document, node.requestBody, [...at, 'requestBody']);
  const schema = body.node?.content?.['application/json']?.schema;
  const least = isNode(schema) ? leastBytes(document, schema) : 0;
  if (typeof limit === 'number' && least > limit)
    yield {
      at: body.at,
      message: `The smallest body of ${id} has ${least} bytes, but x-body-limit is ${limit}, so nobody could call it. Raise the limit, or require less.`,
    };
}

/** Returns the size in bytes of the shortest JSON for a schema. Caches sizes in `known`. A schema inside itself has size 1. */
function leastBytes(document: Node, schema: unknown, known = new Map<unknown, number>()): number {
  const { node } = followReference(document, schema, []);
  if (!isNode(node)) return 1;
  if (!known.has(node)) known.set(node, 1).set(node, leastBytesOf(document, node, known));
  return known.get(node) ?? 1;
}

function leastBytesOf(document: Node, node: Node, known: Map<unknown, number>): number {
  const of = (part: unknown): number => leastBytes(document, part, known);
  const listed = itemsOf(node.const === undefined ? node.enum : [node.const]);
  if (listed.length > 0) return Math.min(...listed.map((value) => Buffer.byteLength(JSON.stringify(value))));
  const types = [node.type ?? (isNode(node.properties) ? 'object' : [])].flat();
  if (types.length !== 1) return 1;
  if (types[0] === 'string') return 2 + Number(node.minLength ?? 0);
  if (types[0] === 'array') return Math.max(2, 1 + Number(node.minItems ?? 0) * (1 + of(node.items)));
  if (types[0] !== 'object') return 1;
  const bytesOf = (name: unknown) => Buffer.byteLength(JSON.stringify(name)) + 2 + of(node.properties?.[String(name)]);
  const sum = itemsOf(node.required).reduce<number>((bytes, name) => bytes + bytesOf(name), 1);
  return Math.max(2, sum);
}

function* checkIdentifiers({ document }: Contract, operation: Operation): Generator<Finding> {
  const { node, at, id } = operation;
  for (const property of identifiersOf(document, operation)) {
    const place = [...property.at, 'x-identifies'];
    const pointer: unknown = property.node['x-identifies'];
    const keys = typeof pointer === 'string' ? parseReference(pointer) : undefined;
    const target = keys && valueAt(document, keys);
    if (keys?.at(-2) !== 'properties' || !isNode(target))
      yield {
        at: place,
        message: `${property.name} identifies ${JSON.stringify(pointer)}, which is not a property. Write '#/components/schemas/PaymentInvoice/properties/id'.`,
      };
    if (!isNode(followReference(document, node.responses?.['404'], at).node))
      yield {
        at: 'responses' in node ? [...at, 'responses'] : at,
        message: `${id} takes an id in ${property.name}, but documents no 404 for an unknown id. Add the response.`,
      };
    // Without an id, a request would not say which invoice it is about. A list of ids may be absent, because it may be empty.
    else if (!property.required && property.node.type !== 'array')
      yield { at: place, message: `${property.name} of ${id} identifies an invoice, but is optional. Add it to \`required\`.` };
  }
}
