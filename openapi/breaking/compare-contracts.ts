/**
 * Finds out which changes to the contract break a client. Written by hand, because no library judges them correctly. Of 49
 * changes to an OpenAPI 3.1 document, api-smart-diff 1.0.6 judged 18 wrongly (7 with every $ref resolved first: it overlooks
 * removed properties and changed types in responses), and @useoptic/standard-rulesets 1.0.9 judged 11 wrongly (it compares no
 * bounds, patterns, headers, media types or security). openapi-schema-diff 0.0.1 lists changes without judging them, and
 * openapi-diff 0.24.1 refuses 3.1.
 */

import { resolveReferences } from '../reader/follow-reference.ts';
import { isNode, itemsOf, type Node, nodesOf } from '../reader/json.ts';
import { listOperations, type Operation } from '../reader/list-operations.ts';
import { parseContract } from '../reader/parse-contract.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { compareAccess } from './compare-access.ts';
import { compareFacts } from './compare-facts.ts';
import { compareFields, type Field } from './compare-fields.ts';
import { comparePromises } from './compare-promises.ts';
import { compareRequirements } from './compare-requirements.ts';
import { compareSchemas } from './compare-schemas.ts';
import { dropUnchanged } from './drop-unchanged.ts';
import { type Change, type Recorder, recordChanges, type Sender } from './record-changes.ts';

/** A contract to compare: its text, and the name that error messages use for it. */
export interface Source {
  text: string;
  name: string;
}

/**
 * Lists all changes from one contract to another, both breaking and harmless.
 * @throws Error when one of the two contracts cannot be read
 */
export function compareContracts(before: Source, after: Source): Change[] {
  const [was, stated] = [parseContract(before.text, before.name), parseContract(after.text, after.name)];
  // If the old contract states no features, its prose may describe them, so the features of the new contract are ignored.
  const is = [...walkDocument(was)].some(({ node }) => 'x-feature' in node) ? stated : withoutFeatures(stated);
  const [changedWas, changedIs] = dropUnchanged(was, is);
  const [old, now] = [read(was, changedWas, before.name), read(is, changedIs, after.name)];
  const changes: Change[] = [];
  compareOperations(byPath(old.called, old), byPath(now.called, now), 'client', changes);
  compareOperations(byPath(old.received, old), byPath(now.received, now), 'service', changes);
  compareServers(old, now, changes);
  comparePromises(old, now, changes);
  compareAccess(old, now, changes);
  compareRequirements(old, now, changes);
  return changes;
}

function read(document: Node, { paths, webhooks }: Node, name: string): Resolved {
  const parts = { paths, webhooks, 'x-unrouted-answers': document['x-unrouted-answers'] };
  const resolved = resolveReferences(document, name, parts);
  return {
    ...readContract({ ...document, 'x-unrouted-answers': resolved['x-unrouted-answers'] }),
    called: listOperations(document, resolved.paths, ['paths']),
    received: listOperations(document, resolved.webhooks, ['webhooks']),
  };
}

/** A contract with resolved references, the operations that clients call, and the webhooks that clients receive. */
interface Resolved extends Contract {
  called: Operation[];
  received: Operation[];
}

function withoutFeatures(document: Node): Node {
  return JSON.parse(JSON.stringify(document, (key, value) => (key === 'x-feature' ? undefined : value)));
}

/** Compares the server URLs of both contracts. Generated clients keep sending requests with tokens to a removed URL. */
function compareServers(old: Contract, now: Contract, changes: Change[]): void {
  const record = recordChanges(changes, 'servers', 'service');
  const [before, after] = [old, now].map(({ document }) => itemsOf(document.servers).map(({ url }) => String(url)));
  for (const url of before ?? []) if (!after?.includes(url)) record.breaking('', `${url} is gone`);
  for (const url of after ?? []) if (!before?.includes(url)) record.harmless('', `${url} is new`);
}

/** Lists operations by method and path. Callers identify an operation by these two, and not by its id. */
function byPath(operations: readonly Operation[], contract: Contract): Map<string, Owned> {
  return new Map(operations.map((operation) => [keyOf(operation), { operation, contract }]));
}

function keyOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function nameOf({ operation }: Owned): string {
  return operation.id || keyOf(operation);
}

function compareOperations(before: Map<string, Owned>, after: Map<string, Owned>, caller: Sender, changes: Change[]): void {
  for (const [key, old] of before) {
    const now = after.get(key);
    const record = recordChanges(changes, key, caller);
    if (!now) record.breaking('', `the operation ${nameOf(old)} is gone`);
    else compareOperation(old, now, caller, changes);
  }
  for (const [key, now] of after) {
    if (!before.has(key)) recordChanges(changes, key, caller).harmless('', `the operation ${nameOf(now)} is new`);
  }
}

function compareOperation(old: Owned, now: Owned, caller: Sender, changes: Change[]): void {
  const name = nameOf(old);
  const on = (part: string, sender: Sender) => recordChanges(changes, part === '' ? name : `${part} of ${name}`, sender);
  const responder: Sender = caller === 'client' ? 'service' : 'client';
  // A changed operationId breaks clients: generated clients, stubs and reports use it as a name.
  if (name !== nameOf(now)) on('', caller).breaking('', `operationId was ${name}, is ${nameOf(now)}`);
  compareSecurity(old, now, on('', caller));
  compareFacts(old.operation.node, now.operation.node, on('', caller), '');

  const compareNamed = (before: Map<string, Field>, after: Map<string, Field>, part: string, sender: Sender) => {
    const record = on(part, sender);
    compareFields(before, after, { sender, record, wasClosed: false, nameOf: (key) => key }, (key, was, is) =>
      compareSchemas(was, is, sender, record, key),
    );
  };
  compareNamed(parametersOf(old), parametersOf(now), 'parameters', caller);

  const [oldBody, nowBody] = [old, now].map(({ operation: { node } }) =>
    isNode(node.requestBody) ? node.requestBody : undefined,
  );
  const body = on('request body', caller);
  if (oldBody && !nowBody) body.breaking('', 'is gone');
  else if (!oldBody && nowBody?.required === true) body.effect('narrower', '', 'is new and required');
  else if (!oldBody && nowBody) body.harmless('', 'is new');
  else if (oldBody && nowBody) {
    if (oldBody.required !== true && nowBody.required === true) body.effect('narrower', '', 'was optional, is required');
    if (oldBody.required === true && nowBody.required !== true) body.effect('wider', '', 'was required, is optional');
    compareContent(oldBody, nowBody, caller, body);
  }

  const [oldResponses, nowResponses] = [old, now].map(
    ({ operation }) => new Map(nodesOf(operation.node.responses).filter(([status]) => !status.startsWith('x-'))),
  );
  for (const [status, response] of oldResponses ?? []) {
    const part = `response ${status}`;
    const still = nowResponses?.get(status);
    if (!still) {
      // A removed response breaks clients: they have a type for it, and the contract promises to remove nothing (D-22).
      on(part, responder).breaking('', 'is gone');
      continue;
    }
    compareNamed(headersOf(response), headersOf(still), `headers of response ${status}`, responder);
    compareContent(response, still, responder, on(part, responder));
  }
  for (const status of nowResponses?.keys() ?? []) {
    if (oldResponses?.has(status)) continue;
    // Clients must treat an unknown 4xx or 5xx like 400 or 500 (RFC 9110 §15), but would misread a new 2xx or 3xx.
    if (/^[45]/.test(status)) on(`response ${status}`, responder).harmless('', 'is new');
    else on(`response ${status}`, responder).effect('wider', '', 'is new');
  }

  const [oldCallbacks, nowCallbacks] = [old, now].map(({ operation: { callbacks }, contract }) =>
    callbacks
      .filter(({ callback }) => !callback?.startsWith('x-'))
      .map((operation) => [`callback ${operation.callback} of ${name}: ${keyOf(operation)}`, { operation, contract }] as const),
  );
  compareOperations(new Map(oldCallbacks), new Map(nowCallbacks), responder, changes);
}

function compareContent(before: Node, after: Node, sender: Sender, record: Recorder): void {
  const [old, now] = [new Map(nodesOf(before.content)), new Map(nodesOf(after.content))];
  for (const [type, media] of old) {
    const still = now.get(type);
    if (still) compareSchemas(media.schema, still.schema, sender, record);
    else record.breaking('', `${type} is gone`);
  }
  for (const type of now.keys()) if (!old.has(type)) record.effect('wider', '', `${type} is new`);
}

function parametersOf({ operation: { parameters } }: Owned): Map<string, Field> {
  return new Map(
    parameters.map((parameter) => {
      const name = parameter.in === 'header' ? String(parameter.name).toLowerCase() : String(parameter.name);
      return [`${parameter.in} ${name}`, { required: parameter.required === true, schema: withFacts(parameter) }];
    }),
  );
}

/** Returns the schema of a parameter or a header, merged with its facts, so that one comparison covers the schema and facts. */
function withFacts(holder: Node): Node {
  const facts = Object.entries(holder).filter(([key]) => key.startsWith('x-') || key === 'deprecated');
  return { ...(isNode(holder.schema) ? holder.schema : {}), ...Object.fromEntries(facts) };
}

function headersOf(response: Node): Map<string, Field> {
  return new Map(
    nodesOf(response.headers).map(([name, header]) => [
      name.toLowerCase(),
      { required: header.required === true, schema: withFacts(header) },
    ]),
  );
}

interface Owned {
  operation: Operation;
  contract: Contract;
}

/** Compares the credentials that two versions of an operation require. An operation without `security` uses the document's. */
function compareSecurity(before: Owned, after: Owned, record: Recorder): void {
  const [old, now] = [alternativesOf(before), alternativesOf(after)];
  const isEnough = (credentials: string[], alternatives: string[][]) =>
    alternatives.some((alternative) => alternative.every((one) => credentials.includes(one)));
  if (!old.every((credentials) => isEnough(credentials, now)))
    record.effect('narrower', '', 'credentials that were enough are not');
  if (!now.every((credentials) => isEnough(credentials, old))) record.effect('wider', '', 'credentials that were not enough are');
}

/** Lists the ways to authenticate, each with its credentials. If there is no `security`, no credentials are needed. */
function alternativesOf({ operation, contract: { document } }: Owned): string[][] {
  const rule = itemsOf(operation.node.security ?? document.security);
  if (rule.length === 0) return [[]];
  const schemes: Node = document.components?.securitySchemes ?? {};
  return rule.filter(isNode).map((alternative) =>
    Object.keys(alternative).map((name) => {
      // Identifies credentials by what clients send, because clients never see the name of the security scheme.
      const { type, scheme, in: place, name: field } = isNode(schemes[name]) ? schemes[name] : { type: name };
      return JSON.stringify([type, scheme, place, field]);
    }),
  );
}
