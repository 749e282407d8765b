/** Tests that an adapter loads no other framework: frameworks are optional peer dependencies, and would slow down the start. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const entries = Object.keys(manifest.exports);

/** Lists the packages that a separate process loads when it imports an entry point. */
function packagesOf(entry: string): string[] {
  const program = `
    import { registerHooks } from 'node:module';
    const found = new Set();
    registerHooks({ resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(resolved.url) ?? [];
      if (name) found.add(name);
      return resolved;
    } });
    await import(process.argv[1]);
    console.log(JSON.stringify([...found]));`;
  const specifier = new URL(manifest.exports[entry], new URL('../', import.meta.url)).href;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program, specifier], { encoding: 'utf8' }));
}

test.each(entries)('%s loads no framework', (entry) => {
  const loaded = packagesOf(entry);
  expect(loaded.filter((name) => name in manifest.peerDependencies || name.includes('hono'))).toEqual([]);
  if (entry !== './callbacks') expect(loaded).not.toContain('standardwebhooks');
});

test('an API is made without what openapi-backend does besides, which loads when it is called', () => {
  const program = `
    import module, { createRequire } from 'node:module';
    import { loadOpenApiBackend } from ${JSON.stringify(new URL('contract/load-openapi-backend.ts', import.meta.url).href)};
    const { OpenAPIBackend } = await loadOpenApiBackend();
    const require = createRequire(createRequire(${JSON.stringify(import.meta.url)}).resolve('openapi-backend'));
    const isLoaded = (name) => require.resolve(name) in require.cache;
    const names = ['openapi-schema-validator', 'mock-json-schema', 'qs', 'bath-es5', '@apidevtools/json-schema-ref-parser'];
    const before = names.filter(isLoaded);
    const definition = {
      openapi: '3.0.3', info: { title: '', version: '1' },
      paths: { '/a/{id}': { get: { operationId: 'a', responses: { 200: { description: '', content: { 'application/json': { example: 1 } } } } } } },
    };
    const api = new OpenAPIBackend({ definition, handlers: { a: ({ request }) => request } });
    await api.init();
    const { params, query } = await api.handleRequest({ method: 'get', path: '/a/7', query: 'b=8', headers: {} });
    const mock = api.mockResponseForOperation('a');
    console.log(JSON.stringify({ before, after: names.filter(isLoaded), params, query, mock }));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({
    before: [],
    after: ['openapi-schema-validator', 'qs', 'bath-es5', '@apidevtools/json-schema-ref-parser'],
    params: { id: '7' },
    query: { b: '8' },
    mock: { status: 200, mock: 1 },
  });
});
