/** Tests that modules can be imported where functions such as TextEncoder are missing, as in jsdom: only calls may need them. */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const room = resolve(import.meta.dirname, '..');
const { exports }: { exports: Record<string, string> } = JSON.parse(readFileSync(join(room, 'package.json'), 'utf8'));

test.each(Object.entries(exports))('%s is imported where there is nothing but the language', async (_, file) => {
  const { outputFiles } = await build({
    entryPoints: [join(room, file)],
    bundle: true,
    write: false,
    format: 'cjs',
    // Also runs the code that a bundler would remove as unused, because it runs in programs that are not bundled.
    treeShaking: false,
    external: ['@opentelemetry/api', 'node:*', ...builtinModules],
  });
  const module = { exports: {} };
  // Replaces modules of Node.js and OpenTelemetry with empty objects, so that using them during the import fails.
  const require = (name: string) => (/^(node:|@opentelemetry)/.test(name) ? {} : expect.fail(`needs ${name}`));
  // A realm that has no TextEncoder, URL, Headers, fetch, crypto, performance, process or setTimeout.
  const context = createContext({ module, require }, { codeGeneration: { strings: false, wasm: false } });
  expect(runInContext('typeof TextEncoder + typeof URL + typeof process', context)).toBe('undefined'.repeat(3));
  runInContext(outputFiles[0]?.text ?? '', context);
  expect(Object.keys(module.exports).length).toBeGreaterThan(0);
});
