import { existsSync } from 'node:fs';
import { InitError } from './init-error.ts';

/** A third party's contract as one document, in which each operation has an id. */
export interface ForeignContract {
  /** The text of `openapi.json`. */
  json: string;
  operations: { id: string; method: string; path: string }[];
}

/** The maximum number of parts of a document. Real documents have far fewer. */
const mostParts = 3_000_000;

type Node = Record<string, unknown>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an OpenAPI document and the files that it refers to, without the network. Throws an InitError if it cannot be read. */
export async function readContract(file: string): Promise<ForeignContract> {
  if (!existsSync(file)) throw new InitError(`There is no contract at ${file}.`);
  // Imported here, because a project for our own contract does not need this parser.
  const { $RefParser } = await import('@apidevtools/json-schema-ref-parser');
  let document: unknown;
  try {
    refuseEndless(await $RefParser.parse(file));
    document = await $RefParser.bundle(file, { resolve: { http: false } });
  } catch (error) {
    // Replaces control characters. The message may quote the file, and the terminal would act on such characters.
    const message = (error as Error).message.trim().replace(/[^\P{Cc}\n]/gu, ' ');
    const said = message.replace(
      /^".*" is not a valid JSON Schema$/,
      'it must contain an object as YAML or JSON, and be named .yaml or .json.',
    );
    const cure = /"https?:/.test(said)
      ? '. Nothing is downloaded: save that document next to this one, and refer to the file.'
      : '';
    throw new InitError(`${file} cannot be read: ${said}${cure}`, { cause: error });
  }
  if (isNode(document) && document.swagger !== undefined)
    throw new InitError(`${file} is Swagger 2.0: convert it to OpenAPI 3 first, for example with swagger2openapi.`);
  if (!isNode(document) || !/^3\.[0-2](\.|$)/.test(String(document.openapi)) || !isNode(document.paths))
    throw new InitError(`${file} is not an OpenAPI document of version 3.0 or 3.1 with paths.`);
  const own = copyOperations(document, document.paths);
  const operations = listOperations(own);
  if (operations.length === 0) throw new InitError(`${file} has no operations.`);
  return { json: `${JSON.stringify(own, null, 2)}\n`, operations };
}

/** Refuses a document with more than `mostParts` parts. YAML aliases can make a document huge or even infinite. */
function refuseEndless(document: unknown): void {
  const open = [document];
  for (let count = 0; open.length > 0; count++) {
    if (count > mostParts) throw new Error(`It has more than ${mostParts} parts. Are there aliases of aliases in it?`);
    const next = open.pop();
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part);
  }
}

/** Copies a document. If paths share a path item, or operations share a YAML alias, each gets a copy of its own. */
function copyOperations(document: Node, paths: Node): Node {
  const own = Object.entries(paths).map(([path, item]) => [path, isNode(follow(document, item)) ? follow(document, item) : item]);
  return JSON.parse(JSON.stringify({ ...document, paths: Object.fromEntries(own) }));
}

/** Names that must not be ids: most are openapi-backend's own handlers, and `__proto__` in a literal creates no property. */
export const reservedIds = [
  ...['notFound', 'methodNotAllowed', 'notImplemented', 'validationFail', '400', '404', '405', '501', 'unauthorizedHandler'],
  ...['preRoutingHandler', 'postRoutingHandler', 'postSecurityHandler', 'preOperationHandler', 'postResponseHandler'],
  '__proto__',
];

/** Lists the operations. Makes an id if an operation has none or its id is taken. Removes the ids of callbacks and webhooks. */
function listOperations(document: Node): ForeignContract['operations'] {
  const taken = new Set(reservedIds);
  for (const operation of operationsOf(document, document.webhooks)) delete operation.node.operationId;
  return operationsOf(document, document.paths).map(({ node, method, path }) => {
    for (const callback of Object.values(isNode(node.callbacks) ? node.callbacks : {}))
      for (const operation of operationsOf(document, follow(document, callback))) delete operation.node.operationId;
    const stated = node.operationId && typeof node.operationId === 'string' ? node.operationId : nameOf(method, path);
    let id = stated;
    for (let count = 2; taken.has(id); count++) id = `${stated}${count}`;
    taken.add(id);
    node.operationId = id;
    return { id, method: method.toUpperCase(), path };
  });
}

function operationsOf(document: Node, paths: unknown): { node: Node; method: string; path: string }[] {
  return Object.entries(isNode(paths) ? paths : {}).flatMap(([path, reference]) => {
    const item = follow(document, reference);
    return Object.entries(isNode(item) ? item : {}).flatMap(([method, node]) =>
      methods.includes(method) && isNode(node) ? [{ node, method, path }] : [],
    );
  });
}

function follow(document: Node, value: unknown): unknown {
  if (!isNode(value) || typeof value.$ref !== 'string' || !value.$ref.startsWith('#/')) return value;
  const keys = value.$ref.slice(2).split('/');
  return keys.reduce<unknown>(
    (node, key) => (isNode(node) ? node[decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    document,
  );
}

/** Makes an operation id from a method and a path: `GET /books/{id}` becomes `getBooksId`. */
function nameOf(method: string, path: string): string {
  const words = path.match(/[A-Za-z0-9]+/g) ?? [];
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
