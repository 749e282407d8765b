/** One adapter must work without the other frameworks, which are optional peers and would slow the start. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const entries = Object.keys(manifest.exports);

/** The packages that are loaded when an entry is imported in a process of its own. */
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
