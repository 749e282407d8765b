import { followReference, parseReference, toPointer, valueAt } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node, type Place } from '../reader/json.ts';
import {
  identifiersOf,
  inputsOf,
  type Property,
  propertiesOf,
  requestPropertiesOf,
  responsePropertiesOf,
} from '../reader/list-properties.ts';
import type { Contract } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';

interface Placed {
  property: Property;
  others: Property[];
  body: Property[];
  /** True if the object with the property is an entry of a list. */
  isEntry: boolean;
  /** The codes of the problems with which the operation may refuse the request; undefined for a property of a response. */
  codes: string[] | undefined;
  operation: string;
  isNaming: boolean;
}

/** Checks that each relation compares existing fields, has a requirement and a problem, and agrees with the transitions. */
export const relationForm = defineRule(function* (contract) {
  const { document, operations, requirements } = contract;
  const known = new Set(requirements.map(({ id }) => id));
  const placed = operations.flatMap((operation): Placed[] => {
    const sent = requestPropertiesOf(document, operation);
    const shown = responsePropertiesOf(document, operation);
    const codes = codesOf(document, operation.node);
    const about = { operation: operation.id, isNaming: identifiersOf(document, operation).length > 0 };
    const inputs = inputsOf(document, operation);
    const parameters = inputs.filter((one) => isNode(one.node.schema) && 'in' in one.node);
    return [
      ...parameters.map((property) => ({ property, others: inputs, isEntry: false, body: sent, codes, ...about })),
      ...withInner(document, sent).map((one) => ({ ...one, body: sent, codes, ...about })),
      ...withInner(document, shown).map((one) => ({ ...one, body: shown, codes: undefined, ...about })),
    ];
  });
  for (const one of placed)
    for (const [index, relation] of itemsOf(one.property.node['x-relations']).entries())
      if (isNode(relation)) yield* checkRelation(contract, one, relation, [...one.property.at, 'x-relations', index], known);
});

/** Lists properties, including nested ones, each with all properties of its object. Stops at objects that it has visited. */
function withInner(
  document: Node,
  others: Property[],
  isEntry = false,
  seen = new Set<string>(),
): Pick<Placed, 'property' | 'others' | 'isEntry'>[] {
  const object = [isEntry, ...others.map(({ at }) => toPointer(at))].join(' ');
  if (seen.has(object)) return [];
  seen.add(object);
  return others.flatMap((property) => {
    const isList = isNode(followReference(document, property.node, property.at).node?.items);
    return [{ property, others, isEntry }, ...withInner(document, propertiesWithin(document, property), isList, seen)];
  });
}

/** Lists the properties inside an object or a list of objects, which may also be null. */
function propertiesWithin(document: Node, { node, at }: Pick<Property, 'node' | 'at'>, within: unknown[] = []): Property[] {
  const found = followReference(document, node, at);
  if (!isNode(found.node) || within.includes(found.node)) return [];
  if (isNode(found.node.items))
    return propertiesWithin(document, { node: found.node.items, at: [...found.at, 'items'] }, [...within, found.node]);
  const own = propertiesOf(document, node, at);
  const branches = ['anyOf', 'oneOf'].flatMap((key) =>
    itemsOf(found.node[key]).map((branch, index) => propertiesOf(document, branch, [...found.at, key, index])),
  );
  const [only = [], ...more] = branches.filter((one) => one.length > 0);
  return own.length > 0 || more.length > 0 ? own : only;
}

/** Returns whether a property exists at a path: `/amount` in the body, `price` or `limit/most` in the surrounding object. */
function leads(document: Node, path: string, others: Property[], body: Property[]): boolean {
  const isOfBody = path.startsWith('/');
  const [name, ...rest] = path.slice(Number(isOfBody)).split('/');
  const found = (isOfBody ? body : others).find((one) => one.name === name);
  if (!found || rest.length === 0) return found !== undefined;
  return leads(document, rest.join('/'), propertiesWithin(document, found), []);
}

function* checkRelation(
  contract: Contract,
  { property, others, body, isEntry, codes, operation, isNaming }: Placed,
  relation: Node,
  at: Place,
  known: ReadonlySet<unknown>,
): Generator<Finding> {
  const { document } = contract;
  const called = `x-relations of ${property.name}`;
  if (relation.requirement !== undefined && !known.has(relation.requirement))
    yield {
      at: [...at, 'requirement'],
      message: `${called} names the requirement '${relation.requirement}', which does not exist. Correct the id, or add it under x-requirements.`,
    };
  const names = others.map(({ name }) => name);
  const stored = typeof relation.of === 'string' ? valueAt(document, parseReference(relation.of) ?? []) : undefined;
  if (relation.of !== undefined && !isNode(stored?.properties))
    yield {
      at: [...at, 'of'],
      message: `${called} refers to ${relation.of}, which is not an object. Use the schema of a stored object.`,
    };
  if (relation.of !== undefined && codes === undefined && !isNaming)
    yield {
      at: [...at, 'of'],
      message: `${called}: ${operation} identifies no stored object, so its response is compared with its own fields. Remove \`of\`, or add \`x-identifies\` in the request.`,
    };
  if (relation.is === 'distinct' && (!isEntry || relation.of !== undefined))
    yield {
      at: [...at, 'is'],
      message: `${called}: only a field of the objects in a list can be distinct. Put the relation on such a field, without \`of\`.`,
    };
  if (relation.previous === true && (!isEntry || relation.of !== undefined))
    yield {
      at: [...at, 'previous'],
      message: `${called}: only a field of the objects in a list has a previous entry. Remove \`previous\`, or put the relation on such a field, without \`of\`.`,
    };
  const ofStored = isNode(stored?.properties) ? propertiesOf(document, stored, []) : undefined;
  const from = ofStored ?? (relation.of === undefined ? others : undefined);
  const headers = ofStored ? headersWith(contract, String(relation.of)) : [];
  for (const field of [relation.field, relation.less, ...itemsOf(relation.fields)].filter((name) => name !== undefined))
    if (from && !headers.includes(String(field)) && !leads(document, String(field), from, ofStored ?? body))
      yield {
        at,
        message: `${called} compares with ${field}, which is not a field of the same object. Use one of ${[...from.map(({ name }) => name), ...headers].join(', ')}.`,
      };
  const beside: [place: Place, path: unknown, says: string][] = [
    [['plus'], relation.plus, 'adds'],
    [['unit'], relation.unit, 'has its unit in'],
    ...itemsOf(relation.together).map((name): [Place, unknown, string] => [['together'], name, 'goes together with']),
    ...entriesOf(relation.when).map(([name]): [Place, unknown, string] => [['when', name], name, 'has a condition on']),
  ];
  for (const [place, path, says] of beside)
    if (path !== undefined && !leads(document, String(path), others, body))
      yield {
        at: [...at, ...place],
        message: `${called} ${says} ${path}, which is not a field of the same object. Use one of ${names.join(', ')}.`,
      };
  if (relation.is === 'unique' && !codes)
    yield {
      at: [...at, 'is'],
      message: `${called}: a single response does not show whether a value is unique. Move it to the field of the request.`,
    };
  if (relation.is === 'past' && codes)
    yield {
      at: [...at, 'is'],
      message: `${called}: no program checks whether a time in a request is past. Put the relation on a field of a response.`,
    };
  if (relation.problem !== undefined && codes && !codes.includes(relation.problem))
    yield {
      at: [...at, 'problem'],
      message: `${called}: ${operation} does not refuse with '${relation.problem}'. Add an example of that problem to one of its responses.`,
    };
  yield* checkStates(contract, property, others, relation, at);
}

function headersWith({ document, operations }: Contract, schema: string): string[] {
  return operations.flatMap(({ node, at }) =>
    entriesOf(node.responses).flatMap(([status, start]) => {
      const { node: response } = followReference(document, start, [...at, 'responses', status]);
      const isShown = entriesOf(response?.content).some(([, media]) => media?.schema?.$ref === schema);
      return isShown ? entriesOf(response?.headers).map(([name]) => name) : [];
    }),
  );
}

/** Checks that "set in PAID" fits the transitions: every path to PAID must set the field or, for `unset`, no path may set it. */
function* checkStates(
  { document, lifecycles }: Contract,
  { name }: Property,
  others: Property[],
  { is, when }: Node,
  at: Place,
): Generator<Finding> {
  if (is !== 'set' && is !== 'unset') return;
  for (const [field, states] of entriesOf(when)) {
    const status = others.find((other) => other.name === field);
    const target = status && followReference(document, status.node, status.at);
    const lifecycle = lifecycles.find((one) => target && toPointer(one.at.slice(0, -1)) === toPointer(target.at))?.node;
    if (!lifecycle) continue;
    const set = fieldsByState(lifecycle);
    for (const state of itemsOf(states)) {
      const { always = [], ever = [] } = set.get(String(state)) ?? {};
      if (is === 'unset' && ever.includes(name))
        yield {
          at,
          message: `x-relations of ${name} says that it is null in ${state}, but transitions that lead there set it. Correct \`when\`, or \`changes\` of the transition.`,
        };
      if (is === 'set' && set.has(String(state)) && !always.includes(name))
        yield {
          at,
          message: `x-relations of ${name} says that it is set in ${state}, but transitions that lead there do not set it. Correct \`when\`, or \`changes\` of the transition.`,
        };
    }
  }
}

/** Returns, for each state, the fields that every path of transitions to it sets (`always`), or that any path sets (`ever`). */
function fieldsByState({ initial, transitions }: Node): Map<string, { always: string[]; ever: string[] }> {
  const found = new Map<string, { always: string[]; ever: string[] }>([[String(initial), { always: [], ever: [] }]]);
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { from, to, changes } of itemsOf(transitions).filter(isNode))
      for (const start of itemsOf(from).map(String)) {
        const before = found.get(start);
        const set = itemsOf(changes).map(String);
        if (!before || typeof to !== 'string' || (to === 'same' && set.length === 0)) continue;
        const end = to === 'same' ? start : to;
        const known = found.get(end);
        const reached = [...before.always, ...set];
        const always = known ? known.always.filter((one) => reached.includes(one)) : [...new Set(reached)];
        const ever = [...new Set([...(known?.ever ?? []), ...before.ever, ...set])];
        if (known && known.always.length === always.length && known.ever.length === ever.length) continue;
        found.set(end, { always, ever });
        isNew = true;
      }
  }
  return found;
}

/** Lists the codes of the problems in the examples of an operation's responses. */
export function codesOf(document: Node, operation: Node): string[] {
  return entriesOf(operation.responses).flatMap(([status, start]) => {
    const { node: response } = followReference(document, start, ['responses', status]);
    return entriesOf(response?.content).flatMap(([, media]) =>
      entriesOf(media?.examples).flatMap(([, example]) => {
        const { node } = followReference(document, example, []);
        return typeof node?.value?.code === 'string' ? [node.value.code] : [];
      }),
    );
  });
}
