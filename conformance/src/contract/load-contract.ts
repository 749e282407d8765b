import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { compileReference } from './compile-schema.ts';
import type { Contract, Lifecycle, Operation, Requirement, Schema } from './contract.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Loads the contract that ships with the suite. */
export function loadContract(): Contract {
  const text = readFileSync(fileURLToPath(import.meta.resolve('@payment-invoice/contract/openapi.yaml')), 'utf8');
  const document = load(text) as Schema;
  return {
    version: String((document.info as Schema).version),
    document,
    sha256: createHash('sha256').update(text).digest('hex'),
    operations: readOperations(document),
    requirements: collectRequirements(document),
    features: new Map(Object.entries(document['x-features'] as Record<string, string>)),
    sources: new Map(Object.entries(document['x-sources'] as Record<string, string>)),
    problems: new Map(Object.entries(document['x-problems'] as Record<string, { status: number; title: string }>)),
    lifecycle: readLifecycle(document),
    compile: (reference) => compileReference(document, reference),
  };
}

/** Reads the state machine, which belongs to the schema of the status. */
function readLifecycle(document: Schema): Lifecycle {
  const schema = follow(document, '#/components/schemas/InvoiceStatus');
  return { ...(schema['x-lifecycle'] as Omit<Lifecycle, 'states'>), states: schema.enum as string[] };
}

function readOperations(document: Schema): Operation[] {
  const found: Operation[] = [];
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Schema>>)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation) found.push(readOperation(document, path, method, operation));
    }
  }
  return found;
}

function readOperation(document: Schema, path: string, method: string, operation: Schema): Operation {
  const id = String(operation.operationId);
  const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`;
  const request = locate(
    document,
    operation.requestBody as Schema,
    `${pointer}/requestBody`,
    'content',
    'application/json',
    'schema',
  );
  const responses = operation.responses as Record<string, Schema>;
  const success = Object.keys(responses).find((status) => status.startsWith('2'));
  if (!success) throw new Error(`Operation ${id} documents no success (${pointer}/responses).`);
  const response = locate(
    document,
    responses[success] as Schema,
    `${pointer}/responses/${success}`,
    'content',
    'application/json',
    'schema',
  );
  return {
    id,
    slug: id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    path,
    method: method.toUpperCase(),
    request: resolveProperties(document, request.schema),
    requestPointer: request.pointer,
    response: resolveProperties(document, response.schema),
    responsePointer: response.pointer,
    pointer,
    requirements: ((operation['x-requirements'] ?? []) as Requirement[]).map((requirement, index) => ({
      ...requirement,
      pointer: `${pointer}/x-requirements/${index}`,
    })),
  };
}

/** Follows `keys` from `start`, and references on the way; returns the schema and its pointer. */
function locate(document: Schema, start: Schema, startPointer: string, ...keys: string[]): { schema: Schema; pointer: string } {
  let schema = start;
  let pointer = startPointer;
  for (const key of [undefined, ...keys]) {
    if (key !== undefined) {
      schema = schema[key] as Schema;
      pointer += `/${key.replaceAll('/', '~1')}`;
    }
    while (typeof schema?.$ref === 'string') {
      pointer = schema.$ref.slice(1);
      schema = follow(document, schema.$ref);
    }
    if (!schema) throw new Error(`The contract has nothing at ${pointer}.`);
  }
  return { schema, pointer };
}

/** Resolves the references of properties; keywords beside a reference win, as both apply. */
function resolveProperties(document: Schema, schema: Schema): Schema {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const { $ref, ...beside } = field;
      return [name, typeof $ref === 'string' ? { ...follow(document, $ref), ...beside } : field];
    }),
  );
  return { ...schema, properties };
}

function follow(document: Schema, reference: string): Schema {
  const keys = reference
    .replace(/^#\//, '')
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((at, key) => (at as Schema)?.[key], document) as Schema;
}

/** Collects every `x-requirements` entry of the document. */
function collectRequirements(document: Schema): Map<string, Requirement> {
  const found = new Map<string, Requirement>();
  visit(document, '');
  return found;

  function visit(node: unknown, pointer: string): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (key === 'x-requirements') {
        for (const [index, requirement] of (value as Requirement[]).entries()) {
          if (found.has(requirement.id)) throw new Error(`Requirement ${requirement.id} stands twice: ${at}/${index}.`);
          found.set(requirement.id, { ...requirement, pointer: `${at}/${index}` });
        }
      } else {
        visit(value, at);
      }
    }
  }
}
