import { expect, test } from 'vitest';
import { attempt } from '../../text/attempt.ts';
import { Announcement, startCommand } from './start-command.ts';

test.each([
  ['a plain URL', 'http://127.0.0.1:8080\n', { baseUrl: 'http://127.0.0.1:8080' }],
  ['a URL elsewhere, as the whole line', 'https://pay.example.com/\n', { baseUrl: 'https://pay.example.com' }],
  ['a text', 'Listening on http://127.0.0.1:8080.\n', { baseUrl: 'http://127.0.0.1:8080' }],
  [
    'a text with colours and a path',
    'ready: \u001b[36mhttp://localhost:\u001b[1m80\u001b[22m/pay/\u001b[39m\n',
    { baseUrl: 'http://localhost/pay' },
  ],
  ['IPv6', 'on (http://[::1]:8080)\n', { baseUrl: 'http://[::1]:8080' }],
  ['every address', 'on http://0.0.0.0:8080/api/v1\n', { baseUrl: 'http://127.0.0.1:8080/api/v1' }],
  ['a line of a log', '{"level":30,"msg":"Server listening at http://127.0.0.1:8080"}\n', { baseUrl: 'http://127.0.0.1:8080' }],
  [
    'a JSON line after a text',
    'see http://localhost:1\n{"baseUrl":"http://localhost:2/","token":"t"}\n',
    { baseUrl: 'http://localhost:2', token: 't' },
  ],
  [
    'what the command can do, before its JSON line',
    '{"restarts":true,"copies":true}\n{"baseUrl":"http://localhost:2","token":"t"}\n',
    { baseUrl: 'http://localhost:2', token: 't', restarts: true, copies: true },
  ],
  ['a manual elsewhere', 'see https://example.com/manual\n', undefined],
  ['a line that is not over', 'http://127.0.0.1:80', undefined],
  ['no URL', 'http://[\n{ hello\n[]\nnull\n', undefined],
])('%s', (_name, printed, announced) => {
  expect(new Announcement().take(printed)).toEqual(announced);
});

test('a line in pieces, and what was printed last', () => {
  const printed = new Announcement();
  expect(printed.take('Listening on http://127.0')).toBeUndefined();
  expect(printed.take('.0.1:8080\n')).toEqual({ baseUrl: 'http://127.0.0.1:8080' });
  printed.take(`1\n2\n3\n4\n${'x'.repeat(9999)}\n`);
  expect(printed.said()).toEqual([`It printed: 1\n2\n3\n4\n${'x'.repeat(400)}`]);
});

/** Starts a command that only announces a server at this address, and then waits. */
const announce = (baseUrl: string, token = '"token":"test-token",') => {
  const command = `echo '{${token}"copies":true,"baseUrl":"${baseUrl}"}'; exec sleep 60`;
  return startCommand(command, 20_000, new AbortController().signal, () => 'test-token');
};

test('a copy is another server, and ends with the first one', async () => {
  const first = await announce("http://127.0.0.1:9/'$$'");
  const copy = await first.copy?.();
  const isAlive = (baseUrl = ''): boolean => attempt(() => process.kill(Number(baseUrl.split('/').at(-1)), 0)) ?? false;
  expect([first.baseUrl, copy?.baseUrl].map(isAlive)).toEqual([true, true]);
  await first.stop();
  expect([first.baseUrl, copy?.baseUrl].map(isAlive)).toEqual([false, false]);
});

test('a copy at the same base URL is refused, and without a token of its own there is none', async () => {
  const same = await announce('http://127.0.0.1:9');
  await expect(same.copy?.()).rejects.toThrow('gave http://127.0.0.1:9 a second time.');
  await same.stop();
  const bare = await announce('http://127.0.0.1:9', '');
  expect(bare.copy).toBeUndefined();
  await bare.stop();
});
