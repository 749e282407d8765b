import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';

const room = resolve(import.meta.dirname, '..');
const root = resolve(room, '../..');

/**
 * Writes the package as integrators install it: plain ES modules with their types, nothing of this workspace in it.
 * The contract's types come along, so that it depends on openapi-fetch alone, and on that for `/raw` alone.
 */
export async function packClient(folder: string): Promise<void> {
  await runCommand(join(root, 'node_modules/.bin/tsc'), ['-b', room]);
  rmSync(folder, { recursive: true, force: true });
  const built = join(room, 'dist/src');
  for (const file of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|d\.ts)$/.test(file) || /\.test(-d)?\.|^testing\//.test(file)) continue;
    write(join(folder, 'dist', file), readFileSync(join(built, file), 'utf8'), file);
  }
  write(join(folder, 'dist/contract.d.ts'), readFileSync(join(root, 'packages/generated/dist/src/types.d.ts'), 'utf8'), '');
  copyFileSync(join(room, 'README.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`);
}

function write(path: string, text: string, file: string): void {
  const own = text
    .replace(/\n\/\/# sourceMappingURL=.*/, '')
    .replaceAll("'@payment-invoice/generated'", `'${file.includes('/') ? '..' : '.'}/contract.js'`)
    // The compiler turns .ts into .js in code, and leaves it in declarations, where older compilers refuse it.
    .replace(/(from '\.[^']*)\.ts'/g, "$1.js'");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, own);
}

function describePackage(): object {
  const { name, version, description, license, engines, sideEffects } = JSON.parse(
    readFileSync(join(room, 'package.json'), 'utf8'),
  );
  const { version: openapiFetch } = JSON.parse(readFileSync(join(room, 'node_modules/openapi-fetch/package.json'), 'utf8'));
  const entry = (path: string) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` });
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    sideEffects,
    main: './dist/index.js',
    types: './dist/index.d.ts',
    exports: { '.': entry('index'), './callbacks': entry('callbacks/index'), './raw': entry('raw') },
    // For compilers that look past `exports` (moduleResolution node10).
    typesVersions: { '*': { callbacks: ['./dist/callbacks/index.d.ts'], raw: ['./dist/raw.d.ts'] } },
    files: ['dist'],
    dependencies: { 'openapi-fetch': openapiFetch },
  };
}
