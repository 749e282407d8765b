import { formatNames } from 'ajv-formats/dist/formats.js';
import { entriesOf, isText, itemsOf, type Node, nodesOf } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: [
    ...['properties', 'patternProperties', 'additionalProperties', 'required'],
    ...['minProperties', 'maxProperties', 'propertyNames'],
  ],
};

const types = ['null', 'boolean', 'integer', ...Object.keys(keywordsOf)];

const bounds = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Reports schema keywords that have no effect or allow no value. Types, stubs and the suite would silently accept them. */
export const idleKeywords = defineRule(function* ({ document }) {
  for (const { node, at } of walkDocument(document)) {
    const own = itemsOf(Array.isArray(node.type) ? node.type : [node.type]).filter((type) => types.includes(type));
    if (own.length === 0) continue;
    if (isText(node.format) && !formatNames.includes(node.format as never))
      yield {
        at: [...at, 'format'],
        message: `Validators do not know the format ${node.format}. Use a \`pattern\`, or one of these formats: ${formatNames.join(', ')}.`,
      };
    for (const keyword of listStrays(node, own))
      yield {
        at: [...at, keyword],
        message: `\`${keyword}\` has no effect on the type ${own.join(' or ')}. Remove it, or correct the type.`,
      };
    if (node.multipleOf <= 0)
      yield { at: [...at, 'multipleOf'], message: `\`multipleOf\` is ${node.multipleOf}. Set it to a number greater than 0.` };
    for (const [lower, upper] of bounds)
      if (node[lower] > node[upper])
        yield {
          at: [...at, lower],
          message: `\`${lower}\` ${node[lower]} is greater than \`${upper}\` ${node[upper]}, so no value is valid. Correct one of them.`,
        };
  }
});

function listStrays(node: Node, own: readonly string[]): string[] {
  const checked = own.map((type) => (type === 'integer' ? 'number' : type));
  return Object.entries(keywordsOf)
    .filter(([type]) => !checked.includes(type))
    .flatMap(([, keywords]) => keywords.filter((keyword) => node[keyword] !== undefined));
}

/** Reports parts of OpenAPI, and references without a target, that types, stubs, client and suite would silently ignore. */
export const unreadParts = defineRule(function* ({ document, operations }) {
  for (const [name, scheme] of nodesOf(document.components?.securitySchemes))
    if (!isBearer(scheme) && !(scheme.type === 'apiKey' && scheme.in === 'header'))
      yield {
        at: ['components', 'securitySchemes', name],
        message: `The security scheme ${name} is neither a bearer token nor a key in a header, and the stubs support nothing else. Remove it, or add support for it.`,
      };
  const ofBearers = nodesOf(document.components?.securitySchemes).filter(([, { scheme }]) => scheme === 'bearer');
  for (const [name] of ofBearers.slice(1))
    yield {
      at: ['components', 'securitySchemes', name],
      message: `${name} is a second scheme with bearer tokens, and nothing distinguishes its tokens from those of the first. Define what they may do as a scope of the first scheme.`,
    };
  if (nodesOf(document.webhooks).length > 0)
    yield {
      at: ['webhooks'],
      message: 'Webhooks are not supported. Define a callback of the operation whose request names the receiver.',
    };
  for (const { node, at } of walkDocument(document)) {
    const isLink = at.at(-2) === 'links' && typeof node.operationId === 'string';
    if (isLink && !operations.some(({ id }) => id === node.operationId))
      yield {
        at: [...at, 'operationId'],
        message: `The link ${at.at(-1)} leads to ${node.operationId}, which is not an operation. Correct its operationId.`,
      };
    if (typeof node.externalValue === 'string')
      yield {
        at: [...at, 'externalValue'],
        message: `The example ${at.at(-1)} is in another place, from which no program here fetches it. Write its value here.`,
      };
    // A description may refer to a file, because Redocly inserts the file's text.
    if (typeof node.$ref === 'string' && !node.$ref.startsWith('#/') && at.at(-1) !== 'description')
      yield {
        at: [...at, '$ref'],
        message: `${node.$ref} is not a place in this document, and no program here reads another one. Copy what it names into this file, and refer to it by '#/…'.`,
      };
  }
  for (const [path, item] of nodesOf(document.paths))
    if (itemsOf(item.servers).length > 0) yield { at: ['paths', path, 'servers'], message: ownServers(path) };
  for (const { id, node, at } of operations) {
    if (itemsOf(node.servers).length > 0) yield { at: [...at, 'servers'], message: ownServers(id) };
    const successes = entriesOf(node.responses).filter(([status]) => status.startsWith('2'));
    if (successes.length > 1)
      yield {
        at: [...at, 'responses', successes[1]?.[0] ?? ''],
        message: `${id} documents ${successes.length} successes, but stubs, client and suite use only the first. Keep one.`,
      };
    if (itemsOf(node.security).some((alternative) => entriesOf(alternative).length === 0))
      yield {
        at: [...at, 'security'],
        message: `${id} can be called without credentials, but every program here requires them. Remove the empty alternative from \`security\`.`,
      };
  }
});

/** Returns whether a scheme's token is sent as `Authorization: Bearer`. This includes tokens of OAuth 2 and OpenID Connect. */
const isBearer = ({ type, scheme }: Node): boolean =>
  (type === 'http' && scheme === 'bearer') || type === 'oauth2' || type === 'openIdConnect';

const ownServers = (name: string): string =>
  `${name} has its own servers, but every program here uses one base URL. Remove them.`;
