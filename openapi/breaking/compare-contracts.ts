/**
 * What of the contract's changes breaks a client. Written by hand because no library told it right; of 49 changes of an
 * OpenAPI 3.1 document these were wrong: api-smart-diff 1.0.6: 18 (7 when every $ref is resolved before: it overlooks removed
 * members and changed types of answers); @useoptic/standard-rulesets 1.0.9: 11 (no bounds, patterns, headers, media types,
 * security); openapi-schema-diff 0.0.1 lists and does not judge; openapi-diff 0.24.1 refuses 3.1.
 */
import { type Change, type Sender, takeNotes } from './change.ts';
import { compareFields, type Field } from './compare-fields.ts';
import { comparePromises } from './compare-promises.ts';
import { compareRequirements } from './compare-requirements.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareSecurity } from './compare-security.ts';
import { isNode, type Node, nodesOf } from './parse-contract.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

interface Operation {
  name: string;
  node: Node;
  parameters: readonly unknown[];
  contract: Node;
}

/** The changes from one contract, read by `parseContract`, to another: breaking ones and additions. */
export function compareContracts(before: Node, after: Node): Change[] {
  const changes: Change[] = [];
  compareOperations(operationsOf(before.paths, before), operationsOf(after.paths, after), 'client', changes);
  compareOperations(operationsOf(before.webhooks, before), operationsOf(after.webhooks, after), 'service', changes);
  comparePromises(before, after, changes);
  compareRequirements(before, after, changes);
  return changes;
}

/** The operations below a `paths` object, by what a caller sees of them: method and path. */
function operationsOf(paths: unknown, contract: Node, inside = ''): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, item] of nodesOf(paths)) {
    for (const [method, node] of nodesOf(item)) {
      if (!methods.includes(method)) continue;
      const name = typeof node.operationId === 'string' ? node.operationId : `${method.toUpperCase()} ${path}`;
      // The operation's own come last: they stand instead of the path's.
      const parameters = [item.parameters, node.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
      found.set(`${inside}${method.toUpperCase()} ${path}`, { name, node, parameters, contract });
    }
  }
  return found;
}

function compareOperations(
  before: Map<string, Operation>,
  after: Map<string, Operation>,
  caller: Sender,
  changes: Change[],
): void {
  for (const [key, old] of before) {
    const now = after.get(key);
    const notes = takeNotes(changes, key, caller);
    if (!now) notes.breaking('', `the operation ${old.name} is gone`);
    else compareOperation(old, now, caller, changes);
  }
  for (const [key, { name }] of after) {
    if (!before.has(key)) takeNotes(changes, key, caller).harmless('', `the operation ${name} is new`);
  }
}

function compareOperation(old: Operation, now: Operation, caller: Sender, changes: Change[]): void {
  const on = (part: string, sender: Sender) => takeNotes(changes, part === '' ? old.name : `${part} of ${old.name}`, sender);
  const answerer: Sender = caller === 'client' ? 'service' : 'client';
  // Generated clients, stubs and reports call it by that name.
  if (old.name !== now.name) on('', caller).breaking('', `operationId was ${old.name}, is ${now.name}`);
  compareSecurity([old.node, old.contract], [now.node, now.contract], on('', caller));

  const compareNamed = (before: Map<string, Field>, after: Map<string, Field>, part: string, sender: Sender) => {
    const notes = on(part, sender);
    compareFields(before, after, { sender, notes, wasClosed: false, nameOf: (key) => key }, (key, was, is) =>
      compareSchemas(was, is, sender, notes, key),
    );
  };
  compareNamed(parametersOf(old), parametersOf(now), 'parameters', caller);

  const [oldBody, nowBody] = [old.node.requestBody, now.node.requestBody].map((body) => (isNode(body) ? body : undefined));
  const body = on('request body', caller);
  if (oldBody && !nowBody) body.breaking('', 'is gone');
  if (!oldBody && nowBody) {
    if (nowBody.required === true) body.effect('narrower', '', 'is new and required');
    else body.harmless('', 'is new');
  }
  if (oldBody && nowBody) {
    if (oldBody.required !== true && nowBody.required === true) body.effect('narrower', '', 'was optional, is required');
    if (oldBody.required === true && nowBody.required !== true) body.effect('wider', '', 'was required, is optional');
    compareContent(oldBody, nowBody, caller, body);
  }

  const [oldAnswers, nowAnswers] = [old, now].map(({ node }) => new Map(named(node.responses)));
  for (const [status, answer] of oldAnswers ?? []) {
    const part = `answer ${status}`;
    const still = nowAnswers?.get(status);
    if (!still) {
      on(part, answerer).breaking('', 'is gone');
      continue;
    }
    compareNamed(headersOf(answer), headersOf(still), `headers of answer ${status}`, answerer);
    compareContent(answer, still, answerer, on(part, answerer));
  }
  for (const status of nowAnswers?.keys() ?? []) {
    if (oldAnswers?.has(status)) continue;
    // A client must take any 4xx and 5xx for a failure of that class (RFC 9110 §15); a new success it would misread.
    if (/^[45]/.test(status)) on(`answer ${status}`, answerer).harmless('', 'is new');
    else on(`answer ${status}`, answerer).effect('wider', '', 'is new');
  }

  const [oldCallbacks, nowCallbacks] = [old, now].map(({ node, contract }) =>
    named(node.callbacks).flatMap(([name, paths]) => [...operationsOf(paths, contract, `callback ${name} of ${old.name}: `)]),
  );
  compareOperations(new Map(oldCallbacks), new Map(nowCallbacks), answerer, changes);
}

/** What an object of free names holds, without the extensions of OpenAPI. */
function named(value: unknown): [string, Node][] {
  return nodesOf(value).filter(([name]) => !name.startsWith('x-'));
}

function compareContent(before: Node, after: Node, sender: Sender, notes: ReturnType<typeof takeNotes>): void {
  const [old, now] = [new Map(nodesOf(before.content)), new Map(nodesOf(after.content))];
  for (const [type, media] of old) {
    const still = now.get(type);
    if (still) compareSchemas(media.schema, still.schema, sender, notes);
    else notes.breaking('', `${type} is gone`);
  }
  for (const type of now.keys()) if (!old.has(type)) notes.effect('wider', '', `${type} is new`);
}

function parametersOf({ parameters }: Operation): Map<string, Field> {
  return new Map(
    parameters.filter(isNode).map((parameter) => {
      const name = parameter.in === 'header' ? String(parameter.name).toLowerCase() : String(parameter.name);
      return [`${parameter.in} ${name}`, { required: parameter.required === true, schema: parameter.schema }];
    }),
  );
}

function headersOf(answer: Node): Map<string, Field> {
  return new Map(
    nodesOf(answer.headers).map(([name, header]) => [
      name.toLowerCase(),
      { required: header.required === true, schema: header.schema },
    ]),
  );
}
