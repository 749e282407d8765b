import { expect, test } from 'vitest';
import { endingOfRequest, endingOfResponse, type Message, MessageReader } from './message-reader.ts';

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=1\r\n{"a":\r\n2\r\n1}\r\n0\r\nTrailer: 1\r\n\r\n';
const requests =
  'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345GET /b HTTP/1.1\r\nHost: x\r\n\r\n\r\nPOST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
const responses = `HTTP/1.1 100 Continue\r\n\r\n${chunked}HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`;

function read(text: string, size: number, isRequest: boolean): Message[] {
  const messages: Message[] = [];
  const ending = isRequest ? endingOfRequest : (head: Message) => endingOfResponse(head, 'POST');
  const reader = new MessageReader(ending as typeof endingOfRequest, (message) => messages.push(message));
  for (let at = 0; at < text.length; at += size) reader.read(Buffer.from(text.slice(at, at + size)));
  reader.end();
  return messages;
}
const told = (messages: Message[]): string[] => messages.map(({ line, body }) => `${line} | ${body}`);

test.each([1, 2, 3, 5, 17, 1000])('messages one behind the other, in pieces of %i bytes', (size) => {
  expect(told(read(requests, size, true))).toEqual(['POST /a HTTP/1.1 | 12345', 'GET /b HTTP/1.1 | ', 'POST /c HTTP/1.1 | abc']);
  expect(told(read(responses, size, false))).toEqual([
    'HTTP/1.1 100 Continue | ',
    'HTTP/1.1 200 OK | {"a":1}',
    'HTTP/1.1 204 No Content | ',
    'HTTP/1.1 200 OK | ok',
  ]);
});

test('a body without a length ends with the connection', () => {
  expect(told(read('HTTP/1.1 200 OK\r\n\r\nall of it', 4, false))).toEqual(['HTTP/1.1 200 OK | all of it']);
});

test('a body of many megabytes is read to its end, and not kept', () => {
  const size = 4 * 1024 * 1024;
  const [message, next] = read(
    `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}HTTP/1.1 204 None\r\n\r\n`,
    65_536,
    false,
  );
  expect(message?.isWhole).toBe(false);
  expect(message?.body.length).toBeLessThan(400_000);
  expect(next?.line).toBe('HTTP/1.1 204 None');
});

test.each([
  '\u0016\u0003\u0001\r\n\r\n',
  'GET / HTTP/2.0\r\n\r\n',
  'GET / HTTP/1.1\r\nno colon\r\n\r\n',
  'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n',
  `GET /${'a'.repeat(70_000)}`,
  `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${'0'.repeat(70_000)}`,
])('what is no HTTP/1 is not read as such: %#', (text) => {
  expect(() => read(text, 1000, true)).toThrow();
});
