import { entriesOf, isNode, itemsOf, type Node, nodesOf } from '../../openapi/reader/json.ts';

/** A change to one schema. It makes the set of valid values narrower or wider. */
interface Change {
  kind: string;
  effect: 'narrower' | 'wider';
  applies(schema: Node): boolean;
  change(schema: Node): Node;
}

const isText = ({ type }: Node) => [type].flat().includes('string');
const isNumber = ({ type }: Node) => [type].flat().some((one) => one === 'number' || one === 'integer');
const has =
  (key: string) =>
  (schema: Node): boolean =>
    key in schema;

const changes: Change[] = [
  {
    kind: 'the type is another',
    effect: 'narrower',
    applies: (s) => typeof s.type === 'string',
    change: (s) => ({ type: s.type === 'array' ? 'object' : 'array' }),
  },
  {
    kind: 'null is allowed',
    effect: 'wider',
    applies: (s) => typeof s.type === 'string' && !s.enum,
    change: (s) => ({ type: [s.type, 'null'] }),
  },
  {
    kind: 'null is no longer allowed',
    effect: 'narrower',
    applies: (s) => Array.isArray(s.type),
    change: (s) => ({ type: s.type[0] }),
  },
  {
    kind: 'maxLength is smaller',
    effect: 'narrower',
    applies: has('maxLength'),
    change: (s) => ({ maxLength: s.maxLength - 1 }),
  },
  { kind: 'maxLength is larger', effect: 'wider', applies: has('maxLength'), change: (s) => ({ maxLength: s.maxLength + 1 }) },
  {
    kind: 'maxLength is new',
    effect: 'narrower',
    applies: (s) => isText(s) && !has('maxLength')(s) && !s.enum,
    change: () => ({ maxLength: 10 }),
  },
  { kind: 'maxLength is gone', effect: 'wider', applies: has('maxLength'), change: () => ({ maxLength: undefined }) },
  {
    kind: 'minLength is larger',
    effect: 'narrower',
    applies: has('minLength'),
    change: (s) => ({ minLength: s.minLength + 1 }),
  },
  { kind: 'minLength is gone', effect: 'wider', applies: has('minLength'), change: () => ({ minLength: undefined }) },
  {
    kind: 'a pattern is new',
    effect: 'narrower',
    applies: (s) => isText(s) && !has('pattern')(s) && !s.enum,
    change: () => ({ pattern: '^x' }),
  },
  { kind: 'a pattern is gone', effect: 'wider', applies: has('pattern'), change: () => ({ pattern: undefined }) },
  {
    kind: 'a format is new',
    effect: 'narrower',
    applies: (s) => isText(s) && !has('format')(s) && !s.enum,
    change: () => ({ format: 'uuid' }),
  },
  { kind: 'a format is gone', effect: 'wider', applies: has('format'), change: () => ({ format: undefined }) },
  { kind: 'minimum is larger', effect: 'narrower', applies: has('minimum'), change: (s) => ({ minimum: s.minimum + 1 }) },
  { kind: 'minimum is smaller', effect: 'wider', applies: has('minimum'), change: (s) => ({ minimum: s.minimum - 1 }) },
  { kind: 'maximum is smaller', effect: 'narrower', applies: has('maximum'), change: (s) => ({ maximum: s.maximum - 1 }) },
  { kind: 'maximum is larger', effect: 'wider', applies: has('maximum'), change: (s) => ({ maximum: s.maximum + 1 }) },
  { kind: 'multipleOf is new', effect: 'narrower', applies: isNumber, change: () => ({ multipleOf: 5 }) },
  {
    kind: 'a value of a closed list is gone',
    effect: 'narrower',
    applies: (s) => has('enum')(s) && !s['x-open-enum'],
    change: (s) => ({ enum: s.enum.slice(1) }),
  },
  {
    kind: 'a value of a closed list is new',
    effect: 'wider',
    applies: (s) => has('enum')(s) && !s['x-open-enum'],
    change: (s) => ({ enum: [...s.enum, 'NEW'] }),
  },
  {
    kind: 'a list of values is new',
    effect: 'narrower',
    applies: (s) => isText(s) && !s.enum && !has('pattern')(s),
    change: () => ({ enum: ['one', 'two'] }),
  },
];

/**
 * Lists all edits to a component schema and to the schemas nested in it. Each edit makes one change. `sender` says which side
 * sends the values.
 */
export function listSchemaEdits(document: Node, name: string, sender: 'client' | 'service'): Edit[] {
  return edits(document, ['components', 'schemas', name], sender, `${sender === 'client' ? 'request' : 'response'} ${name}`, 0);
}

function edits(document: Node, place: string[], sender: 'client' | 'service', at: string, depth: number): Edit[] {
  const schema = place.reduce<Node>((value, key) => value[key], document);
  const breaks = (effect: 'narrower' | 'wider') => (effect === 'narrower') === (sender === 'client');
  const make = (kind: string, isBreaking: boolean, change: (node: Node) => Node): Edit => ({
    kind: `${sender === 'client' ? 'request' : 'response'}: ${kind}`,
    at,
    breaks: isBreaking,
    document: editAt(document, place, change),
  });
  const own = changes
    .filter(({ applies }) => !('$ref' in schema) && !('properties' in schema) && applies(schema))
    // A different type always breaks clients. A narrower schema breaks senders of the value; a wider one breaks its receivers.
    .map(({ kind, effect, change }) => make(kind, kind === 'the type is another' || breaks(effect), change));
  const properties = nodesOf(schema.properties).flatMap(([property, { $ref }]) => {
    const required = itemsOf(schema.required);
    const isRequired = required.includes(property);
    // Removing an optional field counts as breaking too, because the contract promises to remove nothing (D-22).
    const toggle = isRequired ? required.filter((one) => one !== property) : [...required, property];
    const inner =
      depth < 3 && $ref === undefined
        ? edits(document, [...place, 'properties', property], sender, `${at}.${property}`, depth + 1)
        : [];
    return [
      {
        ...make('a property is gone', sender === 'service' || schema.additionalProperties === false, removeProperty(property)),
        at: `${at}.${property}`,
      },
      {
        ...make(
          isRequired ? 'a property is no longer required' : 'a property is required',
          breaks(isRequired ? 'wider' : 'narrower'),
          () => ({ required: toggle }),
        ),
        at: `${at}.${property}`,
      },
      ...inner,
    ];
  });
  const whole = isNode(schema.properties)
    ? [
        make('an optional property is new', false, (node) => ({ properties: { ...node.properties, added: { type: 'string' } } })),
        make('a required property is new', sender === 'client', (node) => ({
          properties: { ...node.properties, added: { type: 'string' } },
          required: [...itemsOf(node.required), 'added'],
        })),
        make('other words', false, () => ({ description: 'Other words.' })),
      ]
    : [];
  return [...own, ...properties, ...whole];
}

function removeProperty(property: string): (node: Node) => Node {
  return (node) => ({
    properties: Object.fromEntries(entriesOf(node.properties).filter(([name]) => name !== property)),
    required: itemsOf(node.required).filter((name) => name !== property),
  });
}

/** One change to a contract. Its effect on an existing client is known. */
export interface Edit {
  /** The kind of edit. The table has a row for each kind. */
  kind: string;
  /** The edited place, as the report shows it. */
  at: string;
  breaks: boolean;
  document: Node;
}

/**
 * Returns a copy of the document in which the object at the place is edited. `change` gets that object and returns the fields to
 * set in it; a field with the value undefined is removed. Other fields stay.
 */
export function editAt(document: Node, place: readonly string[], change: (node: Node) => Node): Node {
  const copy = structuredClone(document);
  const node = place.reduce<unknown>((value, key) => (isNode(value) ? value[key] : undefined), copy);
  if (!isNode(node)) throw new Error(`There is nothing at ${place.join('/')}.`);
  for (const [key, changed] of Object.entries(change(node))) {
    if (changed === undefined) delete node[key];
    else node[key] = changed;
  }
  return copy;
}
