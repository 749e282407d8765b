import { isNode, type Node, nodesOf } from '../reader/json.ts';
import { listOperations } from '../reader/list-operations.ts';

/** The component schemas that each side sends, by name. */
export interface SchemaUses {
  /** Sent in a request to the service. */
  requests: Set<string>;
  /** Sent in a 2xx response, or in a callback. */
  results: Set<string>;
  /** Sent in any other response. */
  problems: Set<string>;
}

/** Lists which component schemas a client sends and which it reads. */
export function listSchemaUses(document: Node): SchemaUses {
  const uses: SchemaUses = { requests: new Set(), results: new Set(), problems: new Set() };
  for (const { node, callbacks } of listOperations(document, document.paths, ['paths'])) {
    const { callbacks: _callbacks, responses, ...request } = node;
    collect(document, request, uses.requests);
    for (const [status, response] of nodesOf(responses)) {
      collect(document, response, /^2/.test(status) ? uses.results : uses.problems);
    }
    // The service does not read the response of a callback's receiver.
    for (const { node: callback } of callbacks) collect(document, callback.requestBody, uses.results);
  }
  return uses;
}

/** Adds the names of all component schemas that a value refers to, following each reference once. */
function collect(document: Node, value: unknown, names: Set<string>, followed = new Set<string>()): void {
  if (Array.isArray(value)) for (const item of value) collect(document, item, names, followed);
  if (!isNode(value)) return;
  const { $ref, ...rest } = value;
  if (typeof $ref === 'string' && !followed.has($ref)) {
    followed.add($ref);
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? [];
    if (kind === 'schemas') names.add(name);
    const components = isNode(document.components) ? document.components[kind] : undefined;
    if (kind !== 'examples' && isNode(components)) collect(document, components[name], names, followed);
  }
  for (const part of Object.values(rest)) collect(document, part, names, followed);
}
