import { formatNames } from 'ajv-formats/dist/formats.js';
import { entriesOf, isText, itemsOf, type Node, nodesOf } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

/** Keywords that apply only to values of one type. */
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: [
    'properties',
    'patternProperties',
    'additionalProperties',
    'required',
    'minProperties',
    'maxProperties',
    'propertyNames',
  ],
};

const types = ['null', 'boolean', 'integer', ...Object.keys(keywordsOf)];

/** Pairs of a lower and an upper bound. */
const bounds = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/**
 * Reports schema keywords that are valid but have no effect, such as a format that no validator knows, and keywords that allow no
 * value at all. Types, stubs and the suite would silently accept them.
 */
export const idleKeywords = defineRule(function* ({ document }) {
  for (const { node, at } of walkDocument(document)) {
    const own = itemsOf(Array.isArray(node.type) ? node.type : [node.type]).filter((type) => types.includes(type));
    if (own.length === 0) continue;
    if (isText(node.format) && !formatNames.includes(node.format as never))
      yield {
        at: [...at, 'format'],
        message: `Nothing checks the format ${node.format}. Write a \`pattern\`, or a format that validators know: ${formatNames.join(', ')}.`,
      };
    for (const keyword of listStrays(node, own))
      yield {
        at: [...at, keyword],
        message: `\`${keyword}\` checks nothing where the type is ${own.join(' or ')}. Take it out, or correct the type.`,
      };
    if (node.multipleOf <= 0)
      yield { at: [...at, 'multipleOf'], message: `No value is a multiple of ${node.multipleOf}. Write a step above 0.` };
    for (const [lower, upper] of bounds)
      if (node[lower] > node[upper])
        yield {
          at: [...at, lower],
          message: `\`${lower}\` ${node[lower]} is above \`${upper}\` ${node[upper]}: nothing passes. Correct one of them.`,
        };
  }
});

function listStrays(node: Node, own: readonly string[]): string[] {
  const checked = own.map((type) => (type === 'integer' ? 'number' : type));
  return Object.entries(keywordsOf)
    .filter(([type]) => !checked.includes(type))
    .flatMap(([, keywords]) => keywords.filter((keyword) => node[keyword] !== undefined));
}

/**
 * Reports parts of OpenAPI that none of our programs read, and references whose target does not exist. Types, stubs, client and
 * suite would silently ignore them.
 */
export const unreadParts = defineRule(function* ({ document, operations }) {
  for (const [name, scheme] of nodesOf(document.components?.securitySchemes))
    if (!isBearer(scheme) && !(scheme.type === 'apiKey' && scheme.in === 'header'))
      yield {
        at: ['components', 'securitySchemes', name],
        message: `The security scheme ${name} is neither a bearer token nor a key in a header, and the stubs enforce nothing else. Take it out, or teach them.`,
      };
  const ofBearers = nodesOf(document.components?.securitySchemes).filter(([, { scheme }]) => scheme === 'bearer');
  for (const [name] of ofBearers.slice(1))
    yield {
      at: ['components', 'securitySchemes', name],
      message: `${name} is a second scheme of bearer tokens, and nothing tells its tokens from those of the first. Say what they may do as a scope of the first one.`,
    };
  if (nodesOf(document.webhooks).length > 0)
    yield {
      at: ['webhooks'],
      message: 'Nothing here reads webhooks. Write a callback below the operation by which a receiver is named.',
    };
  for (const { node, at } of walkDocument(document)) {
    const isLink = at.at(-2) === 'links' && typeof node.operationId === 'string';
    if (isLink && !operations.some(({ id }) => id === node.operationId))
      yield { at: [...at, 'operationId'], message: `The link ${at.at(-1)} leads to ${node.operationId}, which is no operation.` };
    if (typeof node.externalValue === 'string')
      yield {
        at: [...at, 'externalValue'],
        message: `The example ${at.at(-1)} lies elsewhere, and nothing here fetches it. Write its value.`,
      };
    // A description may refer to a file, because Redocly inserts the file's text.
    if (typeof node.$ref === 'string' && !node.$ref.startsWith('#/') && at.at(-1) !== 'description')
      yield {
        at: [...at, '$ref'],
        message: `${node.$ref} is no place of this document, and no program here reads another. Write '#/…', and what it names into this file.`,
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
        message: `${id} documents ${successes.length} successes, and stubs, client and suite know the first. Keep one.`,
      };
    if (itemsOf(node.security).some((alternative) => entriesOf(alternative).length === 0))
      yield {
        at: [...at, 'security'],
        message: `${id} can be called without credentials, and every program here asks for some. Take the empty alternative out.`,
      };
  }
});

/** Returns whether a token of the scheme is sent as `Authorization: Bearer`, even one that OAuth 2 or OpenID Connect issues. */
const isBearer = ({ type, scheme }: Node): boolean =>
  (type === 'http' && scheme === 'bearer') || type === 'oauth2' || type === 'openIdConnect';

const ownServers = (name: string): string =>
  `${name} has servers of its own, and every program here sends it to the one base URL. Take them out.`;
