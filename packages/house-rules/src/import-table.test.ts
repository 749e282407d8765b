/** Compares ARCHITECTURE.md's import table, repeated here as data, with the package.json files and every import. */
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { packageOf, readImports } from './read-imports.ts';
import { listFiles, readText } from './repository.ts';

/** The rooms, each with its package name and the rooms that it may import. A new room needs an entry. */
const table: Record<string, { name: string; mayImport: string[] }> = {
  openapi: { name: '@payment-invoice/contract', mayImport: [] },
  'packages/generated': { name: '@payment-invoice/generated', mayImport: ['@payment-invoice/contract'] },
  'packages/stubs': { name: '@payment-invoice/stubs', mayImport: ['@payment-invoice/generated'] },
  'packages/kit': { name: '@payment-invoice/kit', mayImport: ['@payment-invoice/generated', '@payment-invoice/stubs'] },
  'packages/server': {
    name: '@payment-invoice/server',
    mayImport: ['@payment-invoice/generated', '@payment-invoice/kit', '@payment-invoice/stubs'],
  },
  'packages/client': { name: '@payment-invoice/client', mayImport: ['@payment-invoice/generated'] },
  'packages/demo-shop': { name: '@payment-invoice/demo-shop', mayImport: ['@payment-invoice/client', '@payment-invoice/server'] },
  'packages/house-rules': { name: '@payment-invoice/house-rules', mayImport: [] },
  'packages/browser': { name: '@payment-invoice/browser', mayImport: [] },
  // The suite must not share code with the servers that it tests. It knows only the contract and a base URL.
  conformance: { name: '@payment-invoice/conformance', mayImport: ['@payment-invoice/contract'] },
};

/** The room of all proofs. It may import every room, even by relative paths. No room may import it. */
const proofs = 'proofs';

/** A package that only tests may import, in any room. It starts a real browser and other runtimes. */
const testTool = '@payment-invoice/browser';

/** Packages that are hard to use or unmaintained. Only one module may import each, so that it is easy to replace. */
const oneImporter: Record<string, RegExp> = {
  'openapi-fetch': /^packages\/client\/src\/api\/ride-openapi-fetch\.ts$/,
  'openapi-typescript': /^packages\/generated\/bin\/[\w-]+\.ts$/,
};

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const files = listFiles();
const manifests = new Map(
  files
    .filter((file) => /^(openapi|conformance|proofs|packages\/[^/]+)\/package\.json$/.test(file))
    .map((file) => [dirname(file), JSON.parse(readText(file)) as Manifest]),
);
const imports = files
  // Leaves out the samples. They import the client as an integrator's program does, although their room must not import it.
  .filter((file) => /\.[cm]?[jt]s$/.test(file) && !/^openapi\/samples\/[\w-]+\/(client|receiver)\.ts$/.test(file))
  .flatMap((file) =>
    readImports(readText(file)).map((specifier) => ({ file, specifier, target: normalize(join(dirname(file), specifier)) })),
  );

const isTest = (file: string) => /\.test(-d)?\.ts$|\/testing\//.test(file);
const roomOf = (file: string) => [...manifests.keys()].find((room) => file.startsWith(`${room}/`));
const runtimeOf = (m: Manifest) => Object.keys({ ...m.dependencies, ...m.peerDependencies, ...m.optionalDependencies });
const declaredBy = (m: Manifest) => [m.name, ...runtimeOf(m), ...Object.keys(m.devDependencies ?? {})];
const isBare = (specifier: string) => !/^(\.|\/|#|node:|data:|file:)/.test(specifier);
const show = ({ file, specifier }: { file: string; specifier: string }) => `${file} imports ${specifier}`;

test('every room is in the table, and the other way round', () => {
  const rooms = [...manifests].filter(([folder]) => folder !== proofs).map(([folder, { name }]) => `${folder}: ${name}`);
  expect(rooms.sort()).toEqual(
    Object.entries(table)
      .map(([folder, { name }]) => `${folder}: ${name}`)
      .sort(),
  );
});

test.each(Object.entries(table))('%s depends on the rooms that the table allows', (folder, { name, mayImport }) => {
  const manifest = manifests.get(folder);
  const tools = manifest?.devDependencies?.[testTool] ? [testTool] : [];
  const rooms = manifest
    ? declaredBy(manifest).filter((other) => other.startsWith('@payment-invoice/') && other !== name && !tools.includes(other))
    : [];
  expect(rooms.sort(), `${folder}/package.json`).toEqual(mayImport);
});

/** Imports that no file may have, by the rule that they break. `target` is the path that a relative import leads to. */
const forbidden: Record<string, (one: (typeof imports)[number]) => boolean> = {
  'no import leaves its room by a relative path': ({ file, specifier, target }) => {
    const room = roomOf(file);
    return room !== undefined && room !== proofs && specifier.startsWith('.') && !target.startsWith(`${room}/`);
  },
  'no room of the product imports a proof': ({ file, specifier, target }) =>
    !file.startsWith(`${proofs}/`) && (packageOf(specifier) === '@payment-invoice/proofs' || target.startsWith(`${proofs}/`)),
  'no import goes by an absolute path': ({ specifier }) => /^(\/|file:)/.test(specifier),
  'the demo shop knows the service as an integrator does; only its command starts one': ({ file, specifier }) =>
    file.startsWith('packages/demo-shop/src/') && specifier.startsWith('@payment-invoice/server'),
  'the suite imports none of the servers that it is tried on': ({ file, target }) =>
    /^conformance\/(src|payments|cases)\//.test(file) &&
    !isTest(file) &&
    /^conformance\/(faults|variants|servers|matrix)\//.test(target),
  ...Object.fromEntries(
    ['koa', 'express', 'fastify', 'hono'].map((framework) => [
      `stubs know ${framework} in its adapter alone`,
      ({ file, specifier }) =>
        file.startsWith('packages/stubs/src/') &&
        packageOf(specifier) === framework &&
        !isTest(file) &&
        file !== `packages/stubs/src/${framework}.ts`,
    ]),
  ),
};

test.each(Object.entries(forbidden))('%s', (_rule, isForbidden) => {
  expect(imports.filter(isForbidden).map(show)).toEqual([]);
});

test("every package that is imported is declared in the room's package.json, or in another above the file", () => {
  const declared = files
    .filter((file) => file.endsWith('/package.json'))
    .map((file) => ({ folder: dirname(file), names: declaredBy(JSON.parse(readText(file)) as Manifest) }));
  const undeclared = imports.filter(({ file, specifier }) => {
    const above = declared.filter(({ folder }) => file.startsWith(`${folder}/`));
    return roomOf(file) && isBare(specifier) && !above.some(({ names }) => names.includes(packageOf(specifier)));
  });
  expect(undeclared.map(show)).toEqual([]);
});

test('what runs in production is no devDependency', () => {
  const missing = imports.filter(({ file, specifier }) => {
    const manifest = manifests.get(roomOf(file) ?? '');
    if (!manifest || !isBare(specifier) || !/^packages\/(stubs|kit|server|client)\/(src|bin)\//.test(file) || isTest(file))
      return false;
    return packageOf(specifier) !== manifest.name && !runtimeOf(manifest).includes(packageOf(specifier));
  });
  expect(missing.map(show)).toEqual([]);
});

test('only tests and proofs open a browser', () => {
  const importers = imports.filter(({ specifier }) => specifier === testTool).map(({ file }) => file);
  expect(importers.length).toBeGreaterThan(0);
  expect(importers.filter((file) => !isTest(file) && !file.startsWith(`${proofs}/`))).toEqual([]);
});

test('only packages/stubs imports openapi-backend, but for the benchmark of its README form', () => {
  const importers = imports.filter(({ specifier }) => packageOf(specifier) === 'openapi-backend').map(({ file }) => file);
  expect(importers.length).toBeGreaterThan(0);
  const allowed = /^(packages\/stubs\/|proofs\/bench\/src\/peers\/koa-openapi-backend\.ts$)/;
  expect(importers.filter((file) => !allowed.test(file))).toEqual([]);
});

test.each(Object.entries(oneImporter))('one module imports %s', (name, place) => {
  const own = imports.filter(
    ({ file, specifier }) => packageOf(specifier) === name && !isTest(file) && !file.startsWith(`${proofs}/`),
  );
  const importers = [...new Set(own.map(({ file }) => file))];
  expect(importers).toEqual([expect.stringMatching(place)]);
});

test('the client runs where there is no Node, but for the entry of that name, which nothing else of it imports, and the sandbox', () => {
  const forNode = ['packages/client/src/node.ts', 'packages/client/src/test-kit/start-sandbox.ts'];
  const own = imports.filter(({ file }) => file.startsWith('packages/client/src/') && !isTest(file));
  const modules = own.filter(({ specifier }) => specifier.startsWith('node:') || specifier.endsWith('/node.ts'));
  expect(modules.filter(({ file }) => !forNode.includes(file)).map(show)).toEqual([]);
});

/** The rows of the table "Packages that the order names" in ARCHITECTURE.md, which say where each package is used and tested. */
const ordered = [...readText('ARCHITECTURE.md').matchAll(/^\| (\S+) +\| [^|`]+ \| `(\S+)` +\| `(\S+\.test\.ts)`: (.+?) *\|$/gm)];

test.each(ordered.map(([, name = '', file = '', testFile = '', title = '']) => [name, file, testFile, title] as const))(
  '%s does its work in %s, and %s sees it',
  (name, file, testFile, title) => {
    expect(readText(file)).toContain(name);
    expect(readText(testFile)).toContain(`'${title}'`);
  },
);

test('each package that the order names has a row', () => {
  expect(ordered.map(([, name]) => name).sort()).toEqual(
    [
      '@koa/bodyparser',
      '@redocly/cli',
      'better-sqlite3',
      'koa',
      'openapi-backend',
      'openapi-fetch',
      'openapi-typescript',
      'vitest',
    ].sort(),
  );
});
