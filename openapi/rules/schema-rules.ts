import { followReference, listTargets, parseReference, type Target, toPointer, valueAt } from '../reader/follow-reference.ts';
import { entriesOf, isNode, isText, itemsOf, type Node, type Place, textOf } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import { requestPropertiesOf } from '../reader/list-properties.ts';
import { listSubschemas, walkDocument } from '../reader/walk-document.ts';
import { defineRule, type Finding } from './define-rule.ts';
import { listProblemExamples, listProblemResponses } from './problem-rules.ts';

/**
 * Checks that request bodies are closed, so that a misspelt property is refused, and that callback payloads are open, so that new
 * properties break no receiver. A map that restricts the type of its values counts as closed.
 */
export const requestSchemaClosed = defineRule(function* ({ document, operations }) {
  const taken = new Set(operations.flatMap((operation) => objectsOfBody(document, operation).map(({ node }) => node)));
  const isOfRequest = (node: Node): boolean => taken.has(node);
  for (const operation of operations) {
    for (const { node, at } of objectsOfBody(document, operation)) {
      if ([node.type].flat().includes('array')) continue;
      if (node.additionalProperties !== false && !isMap(node))
        yield {
          at: 'additionalProperties' in node ? [...at, 'additionalProperties'] : at,
          message: `The schema ${at.at(-1)} of a request body accepts unknown fields. Add \`additionalProperties: false\`${isNode(node.properties) || at.at(-1) === 'schema' ? '' : ', or, if the client chooses the keys, the schema of the values with its `type`'}.`,
        };
    }
    for (const callback of operation.callbacks) {
      for (const { node, at } of objectsOfBody(document, callback))
        for (const key of ['additionalProperties', 'unevaluatedProperties'])
          if (node[key] === false)
            yield {
              at: [...at, key],
              message: `The schema ${at.at(-1)} of a callback's payload is closed, so fields could never be added to it. Remove \`${key}: false\`${isOfRequest(node) ? ', and give the request, which stays closed, its own schema' : ''}.`,
            };
    }
  }
});

/** Returns whether a schema is a map: an object without named properties that restricts the type of its values. */
function isMap({ properties, additionalProperties }: Node): boolean {
  return properties === undefined && isNode(additionalProperties) && additionalProperties.type !== undefined;
}

/** Lists the object schemas in the JSON body of an operation's request, including nested ones. */
function objectsOfBody(document: Node, { node, at }: Operation): Target[] {
  const body = followReference(document, node.requestBody, [...at, 'requestBody']);
  return entriesOf(body.node?.content)
    .filter(([type]) => /^application\/(.+\+)?json\b/.test(type))
    .flatMap(([type, media]) =>
      listObjects(document, { node: media?.schema, at: [...body.at, 'content', type, 'schema'] }, true),
    );
}

function listObjects(document: Node, reference: Target, isBody: boolean, seen = new Set<unknown>()): Target[] {
  const { node, at } = followReference(document, reference.node, reference.at);
  if (!isNode(node) || seen.has(node)) return [];
  seen.add(node);
  // A `oneOf` or `anyOf` without `properties` names no properties itself, so each of its alternatives must be closed instead.
  const isChoice = !isNode(node.properties) && (itemsOf(node.oneOf).length > 0 || itemsOf(node.anyOf).length > 0);
  const isOpen = isBody || isNode(node.properties) || [node.type].flat().includes('object');
  const inside = listSubschemas(node, at).flatMap((sub) =>
    listObjects(document, { node: sub.node, at: sub.at }, isBody && isChoice && sub.property === undefined, seen),
  );
  return isOpen && !isChoice ? [{ node, at }, ...inside] : inside;
}

/** Checks that a `not` does not repeat the type beside it, because tools such as Postman would make samples of another type. */
export const untypedNegation = defineRule(function* ({ document }) {
  for (const { node, at } of walkDocument(document))
    if (isNode(node.not) && node.type !== undefined && node.not.type !== undefined)
      yield {
        at: [...at, 'not', 'type'],
        message: `The \`not\` of ${at.at(-1)} has a \`type\`, which makes other tools generate samples of another type. Remove it: the type beside \`not\` applies.`,
      };
});

/** Checks that every property of an object schema has a description and an example, in its schema or in one that it refers to. */
export const schemaMemberDocumented = defineRule(function* ({ document, schemas }) {
  for (const [name, schema] of schemas) yield* checkProperties(document, schema, ['components', 'schemas', name], name);
});

function* checkProperties(document: Node, schema: unknown, at: Place, name: string): Generator<Finding> {
  for (const { node: nested, at: place, property } of listSubschemas(schema, at)) {
    const called = property === undefined ? name : `${name}.${property}`;
    if (property !== undefined) {
      const forms = listTargets(document, nested, place).map(({ node }) => node);
      if (!forms.some((form) => isText(form?.description)))
        yield { at: place, message: `${called} has no description. Add one, here or in the schema that it refers to.` };
      if (!forms.some((form) => form?.example !== undefined || form?.examples?.length > 0))
        yield {
          at: place,
          message: `${called} has no example. Add \`examples: [..]\`, here or in the schema that it refers to.`,
        };
    }
    yield* checkProperties(document, nested, place, called);
  }
}

/**
 * Checks that an operation's example of an error names only the operation's fields, because mock servers return it as it is, and
 * that a parameter that must be new in each request has no example, because tools would send the same example every time.
 */
export const exampleFields = defineRule(function* (contract) {
  const { document } = contract;
  for (const operation of contract.operations) {
    const parameters = operation.parameters.map((parameter, index) =>
      followReference(document, parameter, [...operation.at, 'parameters', index]),
    );
    for (const { node, at } of parameters)
      if (node?.['x-kept-seconds'] !== undefined)
        for (const [keyword, from] of ['example', 'examples'].flatMap((word) => [
          [word, node] as const,
          [word, node.schema] as const,
        ]))
          if (from?.[keyword] !== undefined)
            yield {
              at: [...at, ...(from === node ? [] : ['schema']), keyword],
              message: `${node.name} must be new for each request, but tools fill in its example. Remove the example.`,
            };
    const known = [
      ...requestPropertiesOf(document, operation).map(({ name }) => name),
      ...parameters.map(({ node }) => node?.name),
    ];
    const responses = listProblemResponses({ ...contract, operations: [operation] }).filter(({ isRouted }) => isRouted);
    for (const example of responses.flatMap(({ response, at }) => listProblemExamples(document, response, at)))
      for (const { pointer } of itemsOf(example.value?.errors)) {
        const [, field] = textOf(pointer).split('/');
        if (field !== undefined && !known.includes(field))
          yield {
            at: example.at,
            message: `The example of '${example.code}' names the field ${field}, which ${operation.id} does not take. Give the operation its own example.`,
          };
      }
  }
});

/** Parts of the contract that the generators, the suite and the server look up by name. */
const named = [
  ...['/components/schemas/InvoiceStatus/x-lifecycle', '/components/schemas/PaymentInvoice', '/components/schemas/InvoiceEvent'],
  ...['/components/schemas/Problem', '/components/schemas/ProblemCode', '/components/schemas/ProblemItemCode'],
  ...['/components/securitySchemes/bearerAuth', '/components/parameters/IdempotencyKey/schema'],
];

/** Checks that the contract has each part listed in `named`. Programs would not find a part that has another name. */
export const namedParts = defineRule(function* ({ document }) {
  for (const pointer of named) {
    const keys = parseReference(`#${pointer}`) ?? [];
    const { node } = followReference(document, valueAt(document, keys), keys);
    if (isNode(node)) continue;
    // The finding points to the innermost existing object that should contain the missing part.
    const depth = keys.findIndex((_, index) => !isNode(valueAt(document, keys.slice(0, index + 1))));
    const there = keys.slice(0, depth);
    yield {
      at: there,
      message: `${toPointer(keys)} is missing, but programs look it up by that name. Restore it; \`grep -rn ${keys[2]} packages openapi conformance\` finds those programs.`,
    };
  }
});

/** Checks that bodies are required, no field is readOnly, and a writeOnly field has a requirement that responses omit it. */
export const oneWaySchemas = defineRule(function* ({ document, operations }) {
  for (const { node, at } of walkDocument(document))
    if (node.readOnly === true)
      yield {
        at: [...at, 'readOnly'],
        message: `${at.at(-1)} is readOnly, which no program here supports. Remove \`readOnly\`, and remove the field from the schemas of requests.`,
      };
    else if (node.writeOnly === true && itemsOf(node['x-requirements']).every((one) => isNode(one) && 'keywords' in one))
      yield {
        at: [...at, 'writeOnly'],
        message: `${at.at(-1)} is writeOnly, but none of its requirements says that no response contains it. Add one to x-requirements, without \`keywords\`.`,
      };
  for (const { id, node, at } of operations) {
    const body = followReference(document, node.requestBody, [...at, 'requestBody']);
    if (isNode(body.node) && body.node.required !== true)
      yield {
        at: 'required' in body.node ? [...body.at, 'required'] : body.at,
        message: `The body of ${id} is optional, which no program here supports. Add \`required: true\`, or define another operation without a body.`,
      };
  }
});

/** Checks that bodies are JSON objects, and that error bodies are problems: our programs would fail on any other body. */
export const bodyForms = defineRule(function* ({ document, operations }) {
  for (const operation of operations) {
    const { id, node, at } = operation;
    yield* checkBody(document, `${id} takes`, node.requestBody, [...at, 'requestBody'], 'a file as base64 in a field of it');
    for (const [status, response] of entriesOf(node.responses))
      if (status.startsWith('2'))
        yield* checkBody(document, `${id} returns`, response, [...at, 'responses', status], 'a file by its URL in a field of it');
      else yield* checkProblem(document, operation, status, response);
  }
});

function* checkBody(document: Node, who: string, holder: Node, place: Place, way: string): Generator<Finding> {
  const body = listTargets(document, holder, place).at(-1);
  for (const [type, media] of entriesOf(body?.node?.content)) {
    const at = [...(body?.at ?? place), 'content', type];
    if (type !== 'application/json')
      yield { at, message: `${who} ${type}, but every program here reads and writes only JSON. Use a JSON object, with ${way}.` };
    else yield* checkSchema(document, who, media?.schema, [...at, 'schema']);
  }
}

function* checkSchema(document: Node, who: string, schema: unknown, at: Place): Generator<Finding> {
  const { node } = followReference(document, schema, at);
  if ([node?.type].flat().includes('array'))
    yield {
      at,
      message: `${who} a list, but every program here expects an object. Put the list into a field of an object, to which fields can be added later.`,
    };
  const made = ['oneOf', 'anyOf', 'allOf'].find((keyword) => isNode(node) && keyword in node);
  if (made !== undefined)
    yield {
      at,
      message: `${who} a body that is made with ${made}, but server, client and suite read the \`properties\` of one object. List all fields in one object. If the alternatives need different fields, put the choice into a field, or make each an operation.`,
    };
}

function* checkProblem(document: Node, { id, at }: Operation, status: string, response: Node): Generator<Finding> {
  const body = listTargets(document, response, [...at, 'responses', status]).at(-1);
  for (const [type] of entriesOf(body?.node?.content))
    if (type !== 'application/problem+json')
      yield {
        at: [...(body?.at ?? at), 'content', type],
        message: `${id} refuses with ${type} and ${status}. Every refusal must be a problem: use application/problem+json.`,
      };
}
