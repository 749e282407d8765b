import { followReference, listTargets, type Target, toPointer } from './follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node, nodesOf, type Place } from './json.ts';
import type { Operation } from './list-operations.ts';
/** A property of a body, declared by the body's schema or by a schema in its `allOf`, `oneOf` or `anyOf`. */
export interface Property {
  name: string;
  /** The schema of the property, merged with the keywords beside a reference. */
  node: Node;
  at: Place;
  required: boolean;
}

/** Lists the properties of an operation's JSON request body. */
export function requestPropertiesOf(document: Node, { node, at }: Operation): Property[] {
  return bodyProperties(document, node.requestBody, [...at, 'requestBody']);
}

/** Lists the inputs of an operation: its parameters, and the properties of its body. */
export function inputsOf(document: Node, operation: Operation): Property[] {
  const parameters = operation.parameters.flatMap((parameter, index): Property[] => {
    const { node, at } = followReference(document, parameter, [...operation.at, 'parameters', index]);
    return isNode(node) ? [{ name: String(node.name), node, at, required: node.required === true }] : [];
  });
  return [...parameters, ...requestPropertiesOf(document, operation)];
}

/** Lists an operation's inputs with `x-identifies`. The value of such an input is the id of one of the account's objects. */
export function identifiersOf(document: Node, operation: Operation): Property[] {
  return inputsOf(document, operation).filter(({ node }) => 'x-identifies' in node);
}

/** Lists the properties in the JSON bodies of an operation's successful responses, without duplicates. */
export function responsePropertiesOf(document: Node, { node, at }: Operation): Property[] {
  const found = entriesOf(node.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, response]) => bodyProperties(document, response, [...at, 'responses', status]));
  return [...new Map(found.map((property) => [toPointer(property.at), property])).values()];
}

/** Lists the properties of the JSON body of a request or response. With `oneOf` or `anyOf`, lists those of all alternatives. */
export function bodyProperties(document: Node, holder: unknown, at: Place): Property[] {
  const body = listTargets(document, holder, at).at(-1);
  const schema = body?.node?.content?.['application/json']?.schema;
  return listBodyParts(document, schema, [...(body?.at ?? at), 'content', 'application/json', 'schema']).flatMap((part) =>
    propertiesOf(document, part.node, part.at),
  );
}
/** Lists the schemas that declare a body's properties: the body's own and, if it has no `properties`, its alternatives. */
export function listBodyParts(document: Node, schema: unknown, at: Place, within: unknown[] = []): Target[] {
  const { node, at: place } = followReference(document, schema, at);
  if (!isNode(node) || within.includes(node)) return [];
  const branches = isNode(node.properties)
    ? []
    : ['oneOf', 'anyOf'].flatMap((key) => itemsOf(node[key]).map((branch, index) => ({ branch, at: [...place, key, index] })));
  return [{ node: schema, at }, ...branches.flatMap((one) => listBodyParts(document, one.branch, one.at, [...within, node]))];
}

/** Lists the properties of a schema, following references and `allOf`. */
export function propertiesOf(document: Node, schema: unknown, at: Place, within: unknown[] = []): Property[] {
  return listTargets(document, schema, at).flatMap(({ node, at: place }) => {
    if (!isNode(node) || within.includes(node)) return [];
    const required = itemsOf(node.required);
    return [
      ...nodesOf(node.properties).map(([name, property]) => {
        return { name, node: property, at: [...place, 'properties', name], required: required.includes(name) };
      }),
      ...itemsOf(node.allOf).flatMap((part, index) =>
        propertiesOf(document, part, [...place, 'allOf', index], [...within, node]),
      ),
    ];
  });
}
