/** The published packages, as strangers get them: packed, judged by others' tools, installed with npm into empty folders, used. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRuntime } from '@payment-invoice/browser';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './repository.ts';
import { type Running, startCommand, waitForOutput } from './run-command.ts';

const scope = '@payment-invoice';
const names = ['contract', 'stubs', 'client', 'server', 'conformance'] as const;
/** The packages that a stranger installs for each use; npm takes those that are not on a registry as tarballs. */
const wanted = {
  contract: ['contract'],
  stubs: ['stubs'],
  client: ['client'],
  server: ['server', 'stubs'],
  conformance: ['conformance', 'contract'],
};

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-packages-'));
const packed = join(folder, 'packed');
/** A compile cache of its own: nobody runs again what this test installs, and the shared cache would only grow. */
const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
const projectOf = (name: string) => join(folder, `project-${name}`);
let server: Running | undefined;
let subject: { baseUrl: string; token: string };

beforeAll(async () => {
  await run('node', ['scripts/packages/pack.ts', '--out', packed], root);
  await Promise.all(names.map(install));
}, 300_000);

afterAll(async () => {
  server?.signal('SIGTERM');
  await server?.ended;
  rmSync(folder, { recursive: true, force: true });
});

describe.each(names)('%s', (name) => {
  test('has nothing that publint complains of', async () => {
    const { messages } = await publint({ pkgDir: join(packed, name), pack: 'npm', strict: true });
    expect(messages).toEqual([]);
  });

  test('says who it is, and holds no test and nothing of the workspace', () => {
    const manifest = JSON.parse(readFileSync(join(packed, name, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: `${scope}/${name}`,
      license: 'MIT',
      type: 'module',
      sideEffects: false,
      engines: { node: '>=20' },
      repository: { type: 'git' },
    });
    const files = readdirSync(join(packed, name), { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    expect(files.filter((file) => /\.test\.|^dist.*(?<!\.d)\.ts$|\.map$/.test(file))).toEqual([]);
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:|"private"|devDependencies/);
  });
});

test.each([
  ['stubs', 'esm-only', '🟢 (ESM)'],
  ['client', 'node16', '🟢 (CJS)'],
  ['server', 'esm-only', '🟢 (ESM)'],
])('the types of %s are right under every module resolution that it is for: %s', async (name, profile, right) => {
  const tarball = readdirSync(packed).find((file) => file.startsWith(`payment-invoice-${name}-`)) ?? '';
  const attw = join(root, 'packages/house-rules/node_modules/.bin/attw');
  expect(await run(attw, [join(packed, tarball), '--profile', profile, '--no-color'], root)).toContain(right);
});

test('the contract is a file to read', async () => {
  const read = `import { readFileSync } from 'node:fs';
    console.log(readFileSync(new URL(import.meta.resolve(process.argv[2])), 'utf8').slice(0, 15));`;
  expect(await runCode('contract', read, `${scope}/contract/openapi.yaml`)).toContain('openapi: 3.1');
});

describe('the server, started by npx', () => {
  beforeAll(async () => {
    const settings = { ...compiled, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') };
    server = startCommand('npx', ['--no-install', 'payment-invoice-server', '--json'], settings, 600_000, projectOf('server'));
    subject = JSON.parse(await waitForOutput(server, /^\{.*"token".*\}$/m));
  });

  test('serves its docs and its payment page', async () => {
    const docs = await fetch(`${subject.baseUrl}/docs/`);
    expect([docs.status, docs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('is called by the client', async () => {
    const code = `import { createClient } from '@payment-invoice/client';
      const payments = createClient(${JSON.stringify({ baseUrl: subject.baseUrl, token: subject.token })});
      const { id } = await payments.createPayment({ cashTag: '$coffeeshop', amount: '12.50' });
      console.log((await payments.fetchPayment({ invoiceId: id })).status);`;
    expect(await runCode('client', code)).toBe('PENDING\n');
  });

  test('is checked by the suite, started by npx', async () => {
    const args = ['--base-url', subject.baseUrl, '--token', subject.token, '--adapter', 'sandbox', '--self-check'];
    const output = await run('npx', ['--no-install', 'payment-invoice-conformance', ...args], projectOf('conformance'));
    expect(output).toMatch(/is conformant\.\n\d+ pass/);
    expect(output).toMatch(/Self-check: of (\d+) responses tampered with, the suite saw \1/);
  });

  test('is checked by the suite on Node.js 20 as well', async (context) => {
    const old = findRuntime('Node 20');
    if (typeof old === 'string') return context.skip(old);
    const file = join(projectOf('conformance'), 'node_modules/.bin/payment-invoice-conformance');
    const args = ['--base-url', subject.baseUrl, '--token', subject.token, '--adapter', 'sandbox'];
    expect(await run(old.binary, [file, ...args], projectOf('conformance'))).toMatch(/is conformant\.\n\d+ pass/);
  });
});

test.for([
  ['conformance', 'payment-invoice-conformance'],
  ['server', 'payment-invoice-server'],
  ['server', 'payment-invoice-admin'],
  ['stubs', 'payment-invoice-stubs'],
] as const)('%s: %s runs on Node.js 20, the oldest that the packages name', async ([name, program], context) => {
  const old = findRuntime('Node 20');
  if (typeof old === 'string') return context.skip(old);
  const file = join(projectOf(name), 'node_modules/.bin', program);
  expect(await run(old.binary, [file, '--help'], projectOf(name))).toMatch(/^ {2}\S+/m);
});

describe('the suite', () => {
  test('brings the contract, and nothing else of the workspace', () => {
    const brought = readdirSync(join(projectOf('conformance'), 'node_modules', scope));
    expect(brought).toEqual(['conformance', 'contract']);
  });

  test('fails one of the faulty servers that it brings', async () => {
    const args = ['--no-install', 'payment-invoice-conformance', '--start', 'payment-invoice-faulty-server dropped-field'];
    const { exit, output } = await startCommand('npx', args, compiled, 240_000, projectOf('conformance')).ended;
    expect(output).toContain('FAIL  invoice-note');
    expect(exit).toBe(1);
  });
});

test('the stubs refuse to start without a handler for each operation', async () => {
  const code = `import { createApi } from '@payment-invoice/stubs';
    await createApi({ handlers: {}, authenticate: () => undefined, publicBaseUrl: () => 'https://pay.example.com' })
      .catch((error) => console.log(error.message));`;
  expect(await runCode('stubs', code)).toContain('createPayment');
});

async function install(name: keyof typeof wanted): Promise<void> {
  mkdirSync(projectOf(name));
  writeFileSync(join(projectOf(name), 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = wanted[name].map((one) =>
    join(packed, readdirSync(packed).find((file) => file.startsWith(`payment-invoice-${one}-`)) ?? ''),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', ...tarballs], projectOf(name));
}

async function runCode(name: string, code: string, ...args: string[]): Promise<string> {
  writeFileSync(join(projectOf(name), 'code.js'), code);
  return run('node', ['code.js', ...args], projectOf(name));
}

async function run(file: string, args: string[], cwd: string): Promise<string> {
  const { exit, output } = await startCommand(file, args, compiled, 240_000, cwd).ended;
  if (exit !== 0) throw new Error(`${[file, ...args].join(' ')} ended with ${exit}:\n${output}`);
  return output;
}
