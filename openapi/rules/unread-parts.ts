import { entriesOf, itemsOf, type Node, nodesOf } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

/**
 * Checks for parts of OpenAPI that no program here reads, and for references that lead nowhere. Types, stubs, client
 * and suite would ignore both without a warning.
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
    // A description may refer to a separate file, because Redocly inserts its text.
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

/** Returns whether a scheme's token is sent as `Authorization: Bearer`, also when OAuth 2 or OpenID Connect issues it. */
const isBearer = ({ type, scheme }: Node): boolean =>
  (type === 'http' && scheme === 'bearer') || type === 'oauth2' || type === 'openIdConnect';

const ownServers = (name: string): string =>
  `${name} has servers of its own, and every program here sends it to the one base URL. Take them out.`;
