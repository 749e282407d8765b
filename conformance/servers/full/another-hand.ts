import type { Reply } from './message.ts';
import type { FullChanges } from './start-full-server.ts';

const deepest = 100;

/** Makes the full server look like another team's: indented JSON in reverse order, amounts like `12.50`, lower-case headers. */
export const anotherHand: FullChanges = {
  // Contains characters that must be escaped in a path. The contract allows them in an id.
  idOf: (letters) => `shop:7/№ ${letters}`,
  request(message) {
    // A JSON parser may limit the depth of nesting (RFC 8259, section 9). Replaces deeper JSON with invalid text.
    if (message.text?.startsWith('['.repeat(deepest))) message.text = '[';
  },
  reply(reply) {
    reply.headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), respell(name, String(value))]),
    );
    reply.body = write(reply.body);
  },
};

function respell(name: string, value: string): string {
  // The servers of a deployment may spell a media type and its parameters differently.
  if (name === 'Content-Type')
    return Math.random() < 0.5 ? value : `${value.replace('application', 'Application')} ; Charset="UTF-8"`;
  // The parameters of a challenge may have any order, its scheme may be in upper or lower case, and the header may
  // contain further challenges (RFC 9110, sections 11.1 to 11.6).
  if (name === 'WWW-Authenticate')
    return `Digest realm="a, Bearer", nonce="b", ${value.replace(/^Bearer (realm="[^"]*"), (error="[^"]*")/, 'bearer $2, $1')}`;
  return name === 'Cache-Control' ? `private, ${value}` : value;
}

function write(body: Reply['body']): string {
  if (typeof body === 'string') return body;
  const turned = Object.fromEntries(Object.entries(Object.assign({}, body, { 'x-shard': [null, { 7: true }] })).reverse());
  return JSON.stringify(turned, null, '\t')
    .replaceAll('": ', '" : ')
    .replace(
      /"(amount|paidAmount)" : (\d+)(\.\d+)?(?=[,\n])/g,
      (_, name, whole, part = '.') => `"${name}" : ${whole}${part.padEnd(3, '0')}`,
    );
}
