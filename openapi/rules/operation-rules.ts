import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node, nodesOf, type Place } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import { bodyProperties, requestPropertiesOf } from '../reader/list-properties.ts';
import { listDocumentedResponses } from '../reader/list-response-headers.ts';
import { defineRule } from './define-rule.ts';

/** Checks that the ids of operations and callbacks are unique and in camelCase, and begin with a verb from the option `verbs`. */
export const operationIdShape = defineRule(function* ({ operations }, { options }) {
  const verbs = itemsOf(options.verbs);
  if (verbs.length === 0) {
    yield { at: [], message: 'operation-id-shape has no list of verbs. Add `verbs` to it in openapi/redocly.yaml.' };
    return;
  }
  /** The place of each operation, keyed by its id in lower case: ids name files, and some file systems ignore case. */
  const seen = new Map();
  for (const { node, at } of [...operations, ...operations.flatMap(({ callbacks }) => callbacks)]) {
    const id = node.operationId;
    const where = [...at, 'operationId'];
    if (typeof id !== 'string') {
      yield { at, message: 'The operation has no operationId. Add one that is a verb and a noun, such as `createPayment`.' };
      continue;
    }
    const [, verb] = /^([a-z]+)(?:[A-Z][a-z0-9]+)+$/.exec(id) ?? [];
    if (verb === undefined) {
      yield {
        at: where,
        message: `The operationId '${id}' is not a verb and a noun in camelCase. Write it like \`createPayment\`.`,
      };
    } else if (!verbs.includes(verb)) {
      yield {
        at: where,
        message: `The operationId '${id}' begins with none of the verbs ${verbs.join(', ')}. Use one of them, or add '${verb}' to \`verbs\` in openapi/redocly.yaml.`,
      };
    }
    const first = seen.get(id.toLowerCase());
    if (first !== undefined)
      yield { at: where, message: `The operationId '${id}' is already used by ${first}, apart from case. Use another name.` };
    else seen.set(id.toLowerCase(), `#/${at.join('/')}`);
  }
});

const ofOrder = /\*\*Order of checks\.\*\*[\s\S]*?(?=\n\s*\n|$)/g;

/**
 * Checks that the order of checks mentions exactly the error statuses that requests can cause, because the order decides which
 * response a request with several mistakes gets. An operation whose checks differ may state its own order.
 */
export const checkOrder = defineRule(function* ({ document, operations, problems }, { readText }) {
  const texts: [unknown, Place][] = [
    [document.info?.description, ['info', 'description']],
    ...operations.map(({ node, at }): [unknown, Place] => [node.description, [...at, 'description']]),
  ];
  const orders = texts.flatMap(([text, at]) =>
    Array.from((readText(text) ?? '').matchAll(ofOrder), ([said]) => ({ at, statuses: said.match(/\b[45]\d\d\b/g) ?? [] })),
  );
  const [first] = orders;
  if (!first) return;
  const placed = orders.flatMap(({ statuses }) => statuses);
  for (const { code, status, at } of problems)
    if (status >= 400 && status < 500 && !placed.includes(String(status)))
      yield {
        at: [...at, 'status'],
        message: `'${code}' is refused with ${status}, which is not in the order of checks. Say in the description of \`info\` which check refuses with ${status}, and when it comes.`,
      };
  const known = problems.map(({ status }) => String(status));
  for (const { at, statuses } of orders)
    for (const status of new Set(statuses))
      if (!known.includes(status))
        yield { at, message: `The order of checks contains ${status}, which no problem has. Remove it, or add the problem.` };
});

/** Checks that there is at most one callback, a POST to a URL from a request field. Our programs would ignore other callbacks. */
export const callbackParts = defineRule(function* ({ document, operations }) {
  const found = operations.flatMap((operation) => operation.callbacks.map((callback) => ({ operation, callback })));
  for (const [index, { operation, callback }] of found.entries()) {
    const { at, method, path } = callback;
    const name = callback.id || path;
    if (index > 0)
      yield {
        at,
        message: `${name} is a second callback, but server, receivers and suite support only one. Make what it reports a transition of the invoice, whose event the first callback sends, or remove it, and add an operation with which clients ask.`,
      };
    if (method !== 'POST') yield { at, message: `${name} is sent with ${method}. Send events with POST.` };
    const field = /^\{\$request\.body#\/([^}/]+)\}$/.exec(path)?.[1] ?? '';
    if (!requestPropertiesOf(document, operation).some((property) => property.name === field))
      yield {
        at,
        message: `${name} is sent to ${path}, which no program here evaluates. Name a field that ${operation.id} takes, as in {$request.body#/callbackUrl}.`,
      };
  }
});

/** Checks that a link takes values from fields of the response, and passes them to inputs of the operation that it names. */
export const linkValues = defineRule(function* (contract) {
  const { document, operations } = contract;
  for (const response of listDocumentedResponses(contract))
    for (const [name, reference] of nodesOf(response.node.links)) {
      const { node, at } = followReference(document, reference, [...response.at, 'links', name]);
      const target = operations.find(({ id }) => id === node?.operationId);
      // Skips a link to an operation that does not exist, because the rule unread-parts reports it.
      if (!isNode(node) || !target) continue;
      const shown = bodyProperties(document, response.node, response.at).map((property) => property.name);
      const taken = [
        ...['path', 'query', 'header'].flatMap((place) => parametersOf(document, target, place)),
        ...requestPropertiesOf(document, target).map((property) => property.name),
      ];
      for (const key of ['requestBody', 'parameters'])
        for (const [field, value] of entriesOf(node[key])) {
          const from = /^\$response\.body#\/([^/]+)$/.exec(String(value))?.[1];
          const place = [...at, key, field];
          if (!taken.includes(field))
            yield { at: place, message: `The link ${name} passes ${field}, which ${target.id} does not take. Correct the name.` };
          else if (from !== undefined && !shown.includes(from))
            yield {
              at: place,
              message: `The link ${name} takes ${field} from ${from}, which is not a field of the response. Correct the name.`,
            };
        }
    }
});

/** Lists the names by which a link may refer to the parameters in a location: `id` and, with the location, `path.id`. */
function parametersOf(document: Node, { parameters, at }: Operation, place: string): string[] {
  return parameters
    .map((reference) => followReference(document, reference, at).node)
    .filter((parameter) => isNode(parameter) && parameter.in === place)
    .flatMap(({ name }: Node) => [String(name), `${place}.${name}`]);
}
