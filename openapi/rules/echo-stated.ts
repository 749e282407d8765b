import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import { inputsOf, type Property, requestPropertiesOf, responsePropertiesOf } from '../reader/list-properties.ts';
import type { Contract } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';

/**
 * Checks that a response field with the name of a request field has `x-echoes`, because otherwise a service need not store the
 * value. Skips request fields that identify the invoice, or that must equal a stored value, such as a version.
 */
export const echoStated = defineRule(function* (contract) {
  const { document, operations } = contract;
  for (const operation of operations) {
    const sent = requestPropertiesOf(document, operation).filter(({ node }) => !('x-identifies' in node) && !followsStored(node));
    for (const property of responsePropertiesOf(document, operation)) {
      const isSent = sent.some(({ name }) => name === property.name);
      if (isSent && !('x-echoes' in property.node))
        yield {
          at: property.at,
          message: `${property.name} has the same name as a field that ${operation.id} takes, but does not say that it repeats that field. Add \`x-echoes: { operation: ${operation.id}, property: ${property.name} }\`.`,
        };
      if (!('x-echoes' in property.node)) continue;
      yield* checkEcho(contract, property);
      const { operation: first, changedBy } = isNode(property.node['x-echoes']) ? property.node['x-echoes'] : {};
      if (isSent && ![first, changedBy].includes(operation.id) && operations.some(({ id }) => id === first))
        yield {
          at: [...property.at, 'x-echoes'],
          message: `${property.name} repeats what ${first} was sent, but ${operation.id} takes a field with this name too. Add \`changedBy: ${operation.id}\`, or use another name there.`,
        };
    }
    yield* checkHeaders(contract, operation);
  }
});

/** Returns whether a field of a request must equal a field of the stored object. */
const followsStored = (node: Node): boolean =>
  itemsOf(node['x-relations']).some((relation) => isNode(relation) && relation.is === 'equal' && relation.of !== undefined);

/** Checks that a response header with `x-echoes` repeats a parameter of its own operation. */
function* checkHeaders({ document, operations }: Contract, operation: Operation): Generator<Finding> {
  const taken = inputsOf(document, operation).flatMap(({ name, node }) => ('in' in node ? [name] : []));
  const named = operations.map(({ id }) => id);
  for (const [status, response] of entriesOf(operation.node.responses)) {
    const { node, at } = followReference(document, response, [...operation.at, 'responses', status]);
    for (const [name, stated] of entriesOf(node?.headers)) {
      const header = followReference(document, stated, [...at, 'headers', name]);
      const echo = header.node?.['x-echoes'];
      // A header that several operations share can name only one of these operations in `x-echoes`.
      const isKnown = header.at.includes('components') ? named.includes(echo?.operation) : echo?.operation === operation.id;
      if (isNode(echo) && !(isKnown && taken.includes(String(echo.property))))
        yield {
          at: [...header.at, 'x-echoes'],
          message: `${name} repeats '${echo.property}' of ${echo.operation}, but a header can repeat only a parameter of its own request. ${operation.id} has ${taken.join(', ') || 'none'}.`,
        };
    }
  }
}

function* checkEcho({ document, operations }: Contract, { name, node, at }: Property): Generator<Finding> {
  const echo = isNode(node['x-echoes']) ? node['x-echoes'] : {};
  const place = [...at, 'x-echoes'];
  const operation = operations.find(({ id }) => id === echo.operation);
  if (!operation) {
    if (typeof echo.operation === 'string')
      yield {
        at: [...place, 'operation'],
        message: `${name} repeats a field of ${echo.operation}, which is not an operation under paths. Use one of ${operations.map(({ id }) => id).join(', ')}.`,
      };
    return;
  }
  const source = inputsOf(document, operation).find((property) => property.name === echo.property);
  if (!source) {
    if (typeof echo.property === 'string')
      yield {
        at: [...place, 'property'],
        message: `${name} repeats '${echo.property}', which ${operation.id} does not take. Use the name of a field of its body, or of a parameter.`,
      };
    return;
  }
  if (typeof echo.or === 'string' && !inputsOf(document, operation).some((property) => property.name === echo.or))
    yield {
      at: [...place, 'or'],
      message: `${name} may be sent as '${echo.or}', which ${operation.id} does not take. Use the other name of ${echo.property}, or remove \`or\`.`,
    };
  const change = operations.find(({ id }) => id === echo.changedBy);
  const isChanged = change && requestPropertiesOf(document, change).some((property) => property.name === echo.property);
  if (typeof echo.changedBy === 'string' && !isChanged)
    yield {
      at: [...place, 'changedBy'],
      message: `${name} is changed by ${echo.changedBy}, which is no operation that takes '${echo.property}'. Correct the name, or remove \`changedBy\`.`,
    };
  // A parameter has its schema in the field `schema`; a property is a schema itself.
  const taken = 'in' in source.node ? source.node.schema : source.node;
  const [sent, shown] = [typesOf(document, taken), typesOf(document, node)];
  // For an optional field, null means the same as absence, and absence is checked below.
  const strange = sent.filter((type) => !shown.includes(type) && (type !== 'null' || source.required));
  if (strange.length > 0)
    yield {
      at: place,
      message: `${name} is ${shown.join(' or ')}, but it repeats ${source.name}, which may be ${strange.join(' or ')}. Make the types agree.`,
    };
  const narrow = findNarrower(followReference(document, taken, source.at).node, followReference(document, node, at).node);
  if (narrow !== undefined)
    yield {
      at: [...at, narrow],
      message: `${name} repeats ${source.name}, but its ${narrow} excludes values that may be sent. Make the bounds agree.`,
    };
  const { default: value, 'x-default': settled } = followReference(document, taken, source.at).node ?? {};
  if (!source.required && !shown.includes('null') && value === undefined && settled === undefined)
    yield {
      at: place,
      message: `${name} repeats ${source.name}, which is optional. Add a \`default\` or \`x-default\` there, or allow null for ${name}.`,
    };
}

/** Returns the name of a bound that allows fewer values in the response than in the request; undefined if there is none. */
function findNarrower(sent: Node | undefined, shown: Node | undefined): string | undefined {
  const isNarrow = (bound: string, widest: number, isLess: (one: number, other: number) => boolean): boolean => {
    const [of, at] = [sent?.[bound] ?? widest, shown?.[bound]];
    return typeof at === 'number' && typeof of === 'number' && isLess(at, of);
  };
  const most = ['maxLength', 'maxItems', 'maximum'];
  const least = ['minLength', 'minItems', 'minimum'];
  return (
    most.find((bound) => isNarrow(bound, Number.POSITIVE_INFINITY, (one, other) => one < other)) ??
    least.find((bound) => isNarrow(bound, bound === 'minimum' ? Number.NEGATIVE_INFINITY : 0, (one, other) => one > other))
  );
}

/** Lists the types that a schema allows: its own or, if it has none, those of its `anyOf` and `oneOf`. */
function typesOf(document: Node, reference: unknown, seen = new Set<unknown>()): string[] {
  const schema = followReference(document, reference, []).node;
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = [schema?.type].flat().filter((one): one is string => typeof one === 'string');
  if (own.length > 0) return own;
  const branches = [...itemsOf(schema?.anyOf), ...itemsOf(schema?.oneOf)];
  return [...new Set(branches.flatMap((branch) => typesOf(document, branch, seen)))];
}
