import type { Reply } from './message.ts';
import type { FullChanges } from './start-full-server.ts';

const deepest = 100;

/**
 * The full server as another team might write it: indented JSON, fields in another order, amounts such as `12.50`, lower-case
 * headers.
 */
export const anotherHand: FullChanges = {
  // An id may contain characters that a path must escape.
  idOf: (letters) => `shop:7/№ ${letters}`,
  request(message) {
    // A parser may limit the depth of nesting (RFC 8259, 9).
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
  if (name === 'Content-Type') return `${value.replace('application', 'Application')} ; Charset="UTF-8"`;
  // Parameters may have any order, a scheme any case, and there may be further challenges (RFC 9110, 11.1 to 11.6).
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
