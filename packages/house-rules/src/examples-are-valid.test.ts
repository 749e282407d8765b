/** Tests that every example of the contract matches its schema, and that no example is missing. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readText } from './repository.ts';

type Node = Record<string, unknown>;
interface Example {
  pointer: string;
  /** The pointer to the schema that the example has to match. */
  schemaPointer: string;
  value: unknown;
}

const contract = parse(readText('openapi/openapi.yaml')) as Node;
const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

const examples = [...findExamples(contract, '')];
/** The contract's responses by name, `<status> of <operationId>`, except responses to callbacks: nobody reads their bodies. */
const documented = Object.values(contract.paths as Node).flatMap((item) =>
  Object.values(item as Node).flatMap((operation) => {
    const { operationId, responses } = operation as { operationId?: string; responses: Node };
    if (operationId === undefined) return [];
    return Object.entries(responses).map(([status, response]) => ({ name: `${status} of ${operationId}`, status, response }));
  }),
);
const unrouted = Object.entries(contract['x-unrouted-answers'] as Node).map(([status, response]) => ({
  name: `${status} of no operation`,
  status,
  response,
}));

test.each(examples)('$pointer is valid', ({ schemaPointer, value }) => {
  const validate = ajv.compile({ $ref: `contract#${schemaPointer}` });
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
});

test.each([...documented, ...unrouted])(
  '$name has an example with a name; that of a problem is its code',
  ({ response, status }) => {
    const content = Object.values(follow(response).content as Node) as Node[];
    const named = content.flatMap((media) => Object.entries((media.examples ?? {}) as Node));
    expect(named.length).toBeGreaterThan(0);
    for (const [name, example] of status < '400' ? [] : named) {
      const problem = follow(example).value as Node;
      expect([problem.code, String(problem.status)]).toEqual([name, status]);
    }
  },
);

test('there is an example of each problem that an API may return', () => {
  const shown = examples.map(({ value }) => (value as Node | null)?.code).filter((code) => typeof code === 'string');
  expect([...new Set(shown)].toSorted()).toEqual(Object.keys(contract['x-problems'] as Node).toSorted());
});

function* findExamples(node: unknown, pointer: string): Generator<Example> {
  if (typeof node !== 'object' || node === null) return;
  const here = node as Node;
  const schemaPointer = here.schema === undefined ? pointer : `${pointer}/schema`;
  if (here.example !== undefined && isSchema(follow({ $ref: `#${schemaPointer}` }))) {
    yield { pointer: `${pointer}/example`, schemaPointer, value: here.example };
  }
  if (Array.isArray(here.examples)) {
    for (const [index, value] of here.examples.entries()) yield { pointer: `${pointer}/examples/${index}`, schemaPointer, value };
  } else if (here.schema !== undefined) {
    for (const [name, example] of Object.entries((here.examples ?? {}) as Node)) {
      yield { pointer: `${pointer}/examples/${name}`, schemaPointer, value: follow(example).value };
    }
  }
  for (const [key, child] of Object.entries(here)) {
    // Skips the content of examples, because it is data and may look like a part of the contract.
    if (['example', 'examples', 'value', 'default', 'enum'].includes(key) && !pointer.endsWith('/properties')) continue;
    yield* findExamples(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function isSchema(node: Node): boolean {
  return ['type', '$ref', 'anyOf', 'allOf', 'oneOf', 'enum', 'const', 'properties'].some(
    (keyword) => node[keyword] !== undefined,
  );
}

function follow(node: unknown): Node {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node as Node;
  const path = $ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return follow(path.reduce<unknown>((at, key) => (at as Node)[key], contract));
}
