import { followReference } from './follow-reference.ts';
import { isNode, itemsOf, type Node, nodesOf } from './json.ts';
import type { Operation } from './list-operations.ts';
import { requestPropertiesOf } from './list-properties.ts';
import type { Contract } from './read-contract.ts';
import { walkDocument } from './walk-document.ts';

const verbs = 'GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE';
const ofMethods = new RegExp(
  `\\b(?:each|every) operation is an? (?:HTTP )?(${verbs})\\b|\\bmethods? other than (${verbs})\\b`,
  'gi',
);
const ofPaths = /(?<![\w.-])\/api\/v\d+\/[\w/{}-]*[\w}]/g;
const ofPorts = /`?https`? on ports? (\d+(?:(?:, (?:or )?| or | and )\d+)*)/g;
const ofProblems = /\b([45]\d\d) `([a-z]+(?:_[a-z]+)*)`/g;
const ofHeaders = /(?<![\w-])[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]+)+(?![\w-]|\.md)/g;
/** Headers that a text may name although the contract does not document them: those of HTTP, and one that our client adds. */
const undocumented = /^(Content-(Type|Encoding|Length)|Accept-.*|User-Agent|X-Forwarded-.*|X-Client-Attempt)$/;
const ofInvoices =
  /\bevery operation returns (?:this object|it|the same)|\b(?:each|every) operation [^.]{1,60}, and returns the same invoice/i;

const ofPrefixes = /\b(?:each|every) operation is (?:under|below) (?:the path prefix )?`(\/[^`]*)`/gi;
const ofOne = /\b(?:one|a single) ([a-z]+)\b/g;

/**
 * Finds statements that disagree with the contract: a wrong method, path, scope, port, header or problem; "one currency" if each
 * request chooses one; "every operation returns the invoice" if some operation does not. Returns a sentence about each.
 */
export function findStaleWords(contract: Contract, text: string): string[] {
  const { document, operations, scopes } = contract;
  const words = text.replace(/\s+/g, ' ');
  const stale: string[] = [];
  for (const [said, ...verb] of words.matchAll(ofMethods)) {
    const other = operations.find(({ method }) => method !== verb.find(Boolean)?.toUpperCase());
    if (other) stale.push(`It says "${said}", but ${other.id} is a ${other.method}.`);
  }
  stale.push(...describeStale(contract, words.match(ofPaths) ?? []));
  for (const [said, prefix = ''] of words.matchAll(ofPrefixes)) {
    const elsewhere = operations.find(({ path }) => !`${path}/`.startsWith(`${prefix.replace(/\/$/, '')}/`));
    if (elsewhere) stale.push(`It says "${said}", but ${elsewhere.id} is at ${elsewhere.path}.`);
  }
  for (const [said, name = ''] of words.matchAll(ofOne)) {
    const chooser = operations.find((operation) => choices(document, operation).includes(name));
    if (chooser) stale.push(`It says "${said}", but each request to ${chooser.id} says which ${name}.`);
  }
  const named = scopes.filter(({ name }) => words.includes(`\`${name}\``));
  const unnamed = scopes.find((scope) => !named.includes(scope));
  if (named.length > 1 && unnamed) stale.push(`It lists scopes without ${unnamed.name}.`);
  stale.push(...findStaleScopes(contract, words));
  for (const [said, listed = ''] of words.matchAll(ofPorts)) {
    const ports = listed.match(/\d+/g)?.map(Number).sort().join();
    const stated = portsOf(document);
    if (stated.length > 0 && !stated.some((one) => one.toSorted().join() === ports))
      stale.push(`It says "${said}", but x-url has ${stated.map((one) => one.join(', ')).join(' and ')}.`);
  }
  for (const [said, status, code] of words.matchAll(ofProblems)) {
    const problem = contract.problems.find((one) => one.code === code);
    if (!problem) stale.push(`It says ${said}, but x-problems has no such problem.`);
    else if (String(problem.status) !== status) stale.push(`It says ${said}, but x-problems says ${problem.status}.`);
  }
  const headers = headersOf(contract);
  for (const name of new Set(words.match(ofHeaders) ?? []))
    if (headers.length > 0 && !headers.includes(name) && !undocumented.test(name))
      stale.push(`It names the header ${name}, which no response documents.`);
  const otherwise = ofInvoices.test(words)
    ? operations.find((operation) => !returnsInvoice(document, operation.node))
    : undefined;
  if (otherwise) stale.push(`It says that every operation returns the invoice, but ${otherwise.id} does not.`);
  return stale;
}

/** Lists the request fields for which a client chooses among values: those with a pattern or an enum of several values. */
function choices(document: Node, operation: Operation): string[] {
  return requestPropertiesOf(document, operation).flatMap(({ name, node, at }) => {
    const schema = followReference(document, node, at).node;
    return itemsOf(schema?.enum).length > 1 || schema?.pattern !== undefined ? [name] : [];
  });
}

/** Finds paths that a program calls but the contract no longer has. Returns a sentence about each. */
export function findStalePaths(contract: Contract, program: string): string[] {
  return describeStale(contract, program.match(/\/api\/v\d+(?:\/[\w-]+)+/g) ?? []);
}

function describeStale({ operations }: Contract, paths: readonly string[]): string[] {
  return paths
    .filter((path) => !operations.some((operation) => `${operation.path}/`.startsWith(`${path}/`)))
    .map((path) => `It names ${path}, but no operation has that path.`);
}

/** The headers of each contract. They are cached, because listing them takes milliseconds, and hundreds of texts are checked. */
const headersByContract = new WeakMap<Contract, string[]>();

/** Lists the response headers and the header parameters, including those of callbacks. */
function headersOf(contract: Contract): string[] {
  const known = headersByContract.get(contract);
  if (known) return known;
  const headers = [...walkDocument(contract.document)].flatMap(({ node }) => [
    ...nodesOf(node.headers).map(([name]) => name),
    ...(node.in === 'header' ? [String(node.name)] : []),
  ]);
  headersByContract.set(contract, headers);
  return headers;
}

function portsOf(document: Node): number[][] {
  return [...walkDocument(document)].flatMap(({ node }) => {
    const ports: unknown = isNode(node['x-url']) ? node['x-url'].ports : undefined;
    return Array.isArray(ports) ? [itemsOf(ports).map(Number)] : [];
  });
}

/** Returns whether each 2xx response contains the invoice: an object with a field whose values are the lifecycle's states. */
function returnsInvoice(document: Node, { responses }: Node): boolean {
  return Object.entries(isNode(responses) ? responses : {}).every(([status, reference]) => {
    const { node } = followReference(document, reference, []);
    const schema = followReference(document, node?.content?.['application/json']?.schema, []).node;
    const fields = nodesOf(schema?.properties).map(([, field]) => followReference(document, field, []).node);
    return !status.startsWith('2') || fields.some((field) => isNode(field) && 'x-lifecycle' in field);
  });
}

const number = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|third|fourth|fifth|sixth|seventh|\\d+';
const thing = 'operations?|status(?:es)?|states?|members?|properties|property|fields?|events?|features?|scopes?';
const counted = new RegExp(`\\b(?:${number}) (?:${thing})\\b`, 'i');

/** Finds a phrase that counts parts of the contract, such as "three operations". Nobody notices when it becomes wrong. */
export function findCount(text: string): string | undefined {
  return counted.exec(text)?.[0];
}

/** Matches a word such as `invoices:read`, if it is not part of an address, a path or a longer name. */
const ofScopes = /(?<![\w:./-])([a-z][a-z0-9_-]*):([a-z][a-z0-9_-]*)(?![\w:/-])/g;

/** Returns a sentence about each scope that the contract lacks. Only words with a known resource or verb count as scopes. */
export function findStaleScopes({ scopes }: Pick<Contract, 'scopes'>, text: string): string[] {
  const known = scopes.map(({ name }) => name.split(':'));
  const stale = Array.from(text.matchAll(ofScopes)).filter(
    ([word, thing, verb]) =>
      !scopes.some(({ name }) => name === word) &&
      known.some((parts) => parts.length === 2 && (parts[0] === thing || parts[1] === verb)),
  );
  return [...new Set(stale.map(([word]) => word))].map((word) => `It names the scope ${word}, which is not in x-scopes.`);
}
