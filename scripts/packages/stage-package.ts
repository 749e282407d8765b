import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { loadContract } from '../../conformance/payments/load-contract.ts';
import { parseOwnContract } from '../../conformance/src/contract/own-contract.ts';
import { packPlan } from '../../conformance/src/engine/packed-plan.ts';
import { planCases } from '../../conformance/src/engine/plan-cases.ts';
import { joinModules } from './join-modules.ts';

const root = resolve(import.meta.dirname, '../..');
/** The package of generated code. Each package that uses it contains a copy, so that users install one package fewer. */
const generated = { name: '@payment-invoice/generated', room: 'packages/generated' };
/** Files that are not published: tests, files that only tests use, and source maps, because the sources are not published. */
const unshipped = /\.test(-d)?\.|\/testing\/|\.map$|\.tsbuildinfo$/;
/** Folders of the packages that can also be loaded with `require`. */
const commonJs = ['packages/client'];

/** Folders of the packages that are bundled into a few files, together with the packages that they import. */
const joined = ['conformance'];

const repository = 'https://github.com/payment-invoice/toolkit';

/** Templates for `init` that a package takes from another package, because they are compiled there. */
const borrowed: Readonly<Record<string, { from: string; to: string }>> = {
  'packages/stubs': { from: 'packages/kit/templates', to: 'templates/full' },
};

type Texts = Readonly<Record<string, string>>;
interface Manifest {
  name: string;
  version: string;
  files: readonly string[];
  exports: Texts;
  bin?: Texts;
  dependencies?: Texts;
  peerDependencies?: Texts;
  [field: string]: unknown;
}

/** Returns whether a folder may be replaced: it does not exist, or `publishConfig` shows that it is a staged package. */
export function isReplaceable(folder: string): boolean {
  if (!existsSync(folder)) return true;
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) && readManifest(folder).publishConfig !== undefined;
}

/**
 * Writes a package as it is published: compiled code, the files that the code reads, and nothing else of this workspace. Call it
 * after everything is compiled and the docs are written. Replaces the folder, so check `isReplaceable` first.
 * @throws Error when the package's manifest names a file that does not exist
 */
export function stagePackage(room: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const manifest = readManifest(join(root, room));
  const published = describePackage(manifest, join(root, room), commonJs.includes(room));
  mkdirSync(folder, { recursive: true });
  // Writes package.json first, because it marks the folder as replaceable, even if a later step fails.
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const shipped of manifest.files) {
    const isShipped = (file: string) => !unshipped.test(file) && statSync(join(root, room, file)).isFile();
    const files = globSync([shipped, `${shipped}/**/*`], { cwd: join(root, room) });
    for (const file of files.filter(isShipped)) cpSync(join(root, room, file), join(folder, file));
  }
  const { from, to } = borrowed[room] ?? {};
  if (from && to) cpSync(join(root, from), join(folder, to), { recursive: true });
  // Copies files that code reads from its own folder, so that the compiled code finds them too.
  for (const file of globSync('src/**/*.{css,js,svg}', { cwd: join(root, room) })) {
    cpSync(join(root, room, file), join(folder, 'dist', file));
  }
  if (manifest.files.includes('dist/docs'))
    cpSync(join(root, generated.room, 'docs'), join(folder, 'dist/docs'), { recursive: true });
  for (const file of globSync('dist/**/*.{js,d.ts}', { cwd: folder })) rewrite(join(folder, file), folder);
  writeVersion(join(folder, 'dist/src/version.js'), manifest.version);
  if (commonJs.includes(room)) writeCommonJs(folder);
  if (joined.includes(room)) {
    joinModules(listPromised(published), Object.keys(manifest.peerDependencies ?? {}), join(root, room), folder);
    writeFileSync(join(folder, 'contract.json'), parseOwnContract());
    writeFileSync(join(folder, 'plan.json'), packOwnPlan());
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  for (const name of ['README.md', 'SERVER.md', 'TESTING.md', 'CHANGELOG.md']) {
    if (existsSync(join(root, room, name))) cpSync(join(root, room, name), join(folder, name));
  }
  for (const file of globSync('**/*.md', { cwd: folder })) makeReadable(file, room, folder);
  const promised = listPromised(published);
  const missing = promised.filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) throw new Error(`${published.name} lists files that do not exist: ${missing.join(', ')}.`);
  dropUnusedTypes(promised, folder);
}

/** Removes comments for this repository's tools, and makes links to unpublished files lead to the repository. */
function makeReadable(file: string, room: string, folder: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  const unmarked = text.replace(/^<!-- .* -->\n/gm, '').replace(/<!-- = .*? -->/g, '');
  const linked = unmarked.replace(/\]\((?![a-z]+:|#)([^)#]+)/g, (link, target) => {
    const path = join(room, dirname(file), target);
    const isPacked = existsSync(join(folder, dirname(file), target));
    return isPacked || !existsSync(join(root, path)) ? link : `](${repository}/blob/main/${path}`;
  });
  if (linked !== text) writeFileSync(join(folder, file), linked);
}

function rewrite(file: string, folder: string): void {
  const text = readFileSync(file, 'utf8');
  const home = join(folder, 'dist/generated');
  const path = relative(dirname(file), home);
  const near = path.startsWith('.') ? path : `./${path}`;
  const own = text
    .replace(/\n\/\/# sourceMappingURL=.*/, '')
    .replaceAll(`'${generated.name}'`, `'${near}/index.js'`)
    .replaceAll(`'${generated.name}/contract.json'`, `'${near}/contract.json'`)
    // Changes .ts to .js in the URLs of worker threads, because the compiler does so only in imports.
    .replace(/new URL\('(\.[^']*)\.ts', import\.meta\.url\)/g, "new URL('$1.js', import.meta.url)")
    // The compiler changes .ts to .js in code, but not in declarations, where older compilers refuse .ts.
    .replace(/((?:from |import\()'\.[^']*)\.ts'/g, "$1.js'");
  if (text.includes(generated.name)) copyGenerated(home, folder, text.includes(`${generated.name}/contract.json`));
  if (own !== text) writeFileSync(file, own);
}

/** Copies the generated types and tables into a package. Copies the bundled contract, which is large, only if needed. */
function copyGenerated(home: string, folder: string, needsContract: boolean): void {
  const room = join(root, generated.room);
  if (needsContract) cpSync(join(room, 'src/contract.json'), join(home, 'contract.json'));
  if (existsSync(join(home, 'index.js'))) return;
  // Only tests need the examples.
  for (const file of globSync('*.{js,d.ts}', { cwd: join(room, 'dist/src'), exclude: ['examples.*'] })) {
    cpSync(join(room, 'dist/src', file), join(home, file));
    rewrite(join(home, file), folder);
  }
}

/** Replaces the version in a file. The version must be the file's first string in single quotes. */
function writeVersion(file: string, version: string): void {
  if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replace(/'[^']*'/, `'${version}'`));
}

/** Makes the content of `plan.json` for the suite's own contract. */
export function packOwnPlan(): string {
  const contract = loadContract();
  return packPlan(contract, planCases(contract));
}

/**
 * Writes the package a second time, as CommonJS, file by file so that all entries share one copy of each error class.
 * The type declarations are the same for both formats; the nearest package.json decides which of the two they describe.
 */
function writeCommonJs(folder: string): void {
  for (const file of globSync('dist/{src,generated}/**/*.{js,d.ts}', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    const target = join(folder, file.replace(/^dist/, 'dist/commonjs'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      file.endsWith('.js') ? transformSync(text, { format: 'cjs', platform: 'node', target: 'node20' }).code : text,
    );
  }
  writeFileSync(join(folder, 'dist/commonjs/package.json'), '{ "type": "commonjs" }\n');
}

/** Returns the manifest to publish, with the paths of compiled code and exact versions of dependencies. */
function describePackage(manifest: Manifest, room: string, isCommonJs: boolean): Manifest {
  const { private: _private, devDependencies: _dev, scripts: _scripts, ...kept } = manifest;
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) => name !== generated.name);
  const exact = ([name]: [string, string]) => [name, readManifest(join(room, 'node_modules', name)).version];
  const compiled = (path: string) => path.replace(/^\.\/(.*)\.ts$/, './dist/$1.js');
  const typesOf = (path: string) => compiled(path).replace(/\.js$/, '.d.ts');
  const pair = (path: string) => ({ types: typesOf(path), default: compiled(path) });
  const asCommonJs = (path: string) => mapValues(pair(path), (file) => file.replace('./dist/', './dist/commonjs/'));
  // Where `require` can load ES modules, it gets the same files as `import`, so that each error class exists only once.
  const both = (path: string) => ({ 'module-sync': pair(path), import: pair(path), require: asCommonJs(path) });
  const typed = (path: string) => (!path.endsWith('.ts') ? path : isCommonJs ? both(path) : pair(path));
  const mapValues = <From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
  const entries = Object.entries(manifest.exports).filter(([name, path]) => name !== '.' && path.endsWith('.ts'));
  const main = manifest.exports['.'];
  return {
    ...kept,
    // Entries for compilers with moduleResolution node10, which do not read `exports`.
    ...(main && { main: isCommonJs ? asCommonJs(main).default : compiled(main), types: typesOf(main) }),
    ...(main && { typesVersions: { '*': Object.fromEntries(entries.map(([name, path]) => [name.slice(2), [typesOf(path)]])) } }),
    files: [...new Set(manifest.files.map((file) => (file.startsWith('dist/') ? 'dist' : file)))],
    exports: { ...mapValues(manifest.exports, typed), './package.json': './package.json' },
    ...(manifest.bin && { bin: mapValues(manifest.bin, compiled) }),
    ...(manifest.dependencies && { dependencies: Object.fromEntries(dependencies.map(exact)) }),
    publishConfig: { access: 'public', provenance: true },
    ...readCommit(),
  } as unknown as Manifest;
}

/** Returns the commit that the package is built from, for the registry's page. */
function readCommit(): { gitHead?: string } {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? { gitHead: stdout.trim() } : {};
}

/** Lists the files that the manifest declares as entries, and their type declarations. */
function listPromised({ exports, bin = {} }: Manifest): string[] {
  const pathsOf = (entry: unknown): string[] =>
    typeof entry === 'string' ? [entry] : Object.values(entry as object).flatMap(pathsOf);
  return [exports, bin].flatMap(pathsOf);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Removes the declarations that no entry of a staged package leads to, because nobody can import what they describe. */
function dropUnusedTypes(entries: readonly string[], folder: string): void {
  const reached = new Set<string>();
  const waiting = entries.filter((path) => path.endsWith('.d.ts')).map((path) => normalize(path));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !existsSync(join(folder, file))) continue;
    reached.add(file);
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from |import |import\()'(\.[^']*)\.js'/g))
      waiting.push(join(dirname(file), `${path}.d.ts`));
  }
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) if (!reached.has(file)) rmSync(join(folder, file));
}
