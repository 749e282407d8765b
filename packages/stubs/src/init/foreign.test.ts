/** Tests `init` with another API's contract: the project compiles, starts, and checks requests even without handlers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { check, compile, init, linkPackages, makeFolder, repository, run, startProject } from '../../testing/new-project.ts';
import { RawConnection } from '../../testing/raw-http.ts';

const { folder, remove } = makeFolder();
afterAll(remove);
const museum = join(repository, 'conformance/testing/plain/museum.yaml');
const token = 'keeper:a-password-for-this-test';
const authorization = `Basic ${Buffer.from(token).toString('base64')}`;

test('of a document in OpenAPI 3.0 it makes a server that compiles, starts, and refuses what the document refuses', async () => {
  const { code, output } = await init(folder, 'my-museum', '--contract', museum);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('handlers to write') });
  const project = join(folder, 'my-museum');
  linkPackages(project);
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const [, ...options] = scripts.generate.split(' ');
  const generator = join(repository, 'packages/generated/node_modules/openapi-typescript/bin/cli.js');
  await run(project, process.execPath, generator, ...options);
  expect(await compile(project)).toEqual({ code: 0, output: '' });

  const server = await startProject(project, token);
  const events = `${server.baseUrl.replace('localhost', '127.0.0.1')}/events`;
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(events, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
      body,
    });
    return [response.status, await response.text()];
  };
  expect((await post('{}', { Authorization: 'Basic eDp5' }))[0]).toBe(401);
  expect(await post('{')).toEqual([400, expect.stringContaining('requestBody')]);
  expect(await post('{"name": 7}')).toEqual([400, expect.stringContaining('must be string')]);
  expect((await post('name', { 'Content-Type': 'text/csv' }))[0]).toBe(415);
  const event = { name: 'Night of the moths', theme: 'science', dates: ['2030-06-15'], price: 12.5, seats: 20 };
  expect(await post(JSON.stringify(event))).toEqual([501, expect.stringContaining('planEvent is not implemented yet.')]);
  // The minimum is exclusive, which OpenAPI 3.0 writes as `minimum` with `exclusiveMinimum: true`.
  expect((await post(JSON.stringify({ ...event, price: 0 })))[0]).toBe(400);
  expect((await fetch(events, { method: 'PATCH' })).headers.get('allow')).toBe('GET, POST');
  expect((await fetch(`${events}x`)).status).toBe(404);
  // Each of these request targets must get a response and leave the server running. `//x/events` is only a path: x is not a host.
  const port = Number(new URL(server.baseUrl).port);
  for (const [target, status] of [
    ['//', 404],
    ['//x/events', 404],
    ['http://[/', 400],
    ['/events/%E0', 400],
  ] as const) {
    const connection = await RawConnection.open(port);
    connection.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect([target, (await connection.read()).status]).toEqual([target, status]);
  }
  const checked = await check(project, server, token, '--contract', museum);
  const sentence = 'none of them is implemented yet. Write one, and ask again.';
  expect(checked).toEqual({ code: 2, output: expect.stringContaining(sentence) });
  await server.stop();

  const handlers = join(project, 'src/handlers.ts');
  const text = readFileSync(handlers, 'utf8');
  writeFileSync(handlers, text.replace(/(planEvent: async \(\) => \{\n).*\n/, '$1    return { status: 299 };\n'));
  expect((await compile(project)).output).toContain("Type '299' is not assignable to type");
});

test.each([
  ['a file that is missing', undefined, 'There is no contract at'],
  ['no YAML', 'a: [', 'cannot be read'],
  ['no text', 'a: \0\u001b[2J', 'cannot be read'],
  ['nothing', '', 'it must contain an object as YAML or JSON'],
  ['no OpenAPI', 'a: 1', 'is not an OpenAPI document'],
  ['Swagger 2.0', "swagger: '2.0'", 'convert it to OpenAPI 3 first'],
  ['no operation', 'openapi: 3.1.0\npaths: {}', 'has no operations'],
  ['a part somewhere else', 'openapi: 3.1.0\npaths: {/a: {$ref: "https://a.example/a.yaml"}}', 'Nothing is downloaded'],
  ['what holds itself', 'openapi: 3.1.0\npaths: &paths {again: *paths}', 'Are there aliases of aliases in it?'],
])('%s: a sentence, and nothing is made', async (_what, text, sentence) => {
  const file = join(folder, 'contract.yaml');
  if (text !== undefined) writeFileSync(file, text);
  const { code, output } = await init(folder, 'never', '--contract', text === undefined ? join(folder, 'nothing.yaml') : file);
  expect(output).toContain(sentence);
  expect(output).not.toMatch(/ {4}at |[^\P{Cc}\n]/u);
  expect(code).toBe(1);
});

test('a framework cannot be chosen for it', async () => {
  const { code, output } = await init(folder, 'never', '--contract', museum, '--framework', 'koa');
  expect(output).toContain('remove --framework');
  expect(code).toBe(2);
});
