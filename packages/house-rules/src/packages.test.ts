/** Tests the packed packages with other people's tools and in empty projects. `npm run prove -- rehearsal` also installs them. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRuntime } from '@payment-invoice/browser';
import type { Running } from '@payment-invoice/browser/run-process';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkPackages, type Packed, weighInstalled } from './link-package.ts';
import { root } from './repository.ts';
import { startCommand } from './run-block.ts';

const scope = '@payment-invoice';
const names = ['contract', 'stubs', 'kit', 'client', 'server', 'conformance'] as const;
/** For each package, the packages of this repository to install: the package itself and those that it depends on. */
const wanted = {
  contract: ['contract'],
  stubs: ['stubs'],
  kit: ['kit', 'stubs'],
  client: ['client'],
  server: ['server', 'kit', 'stubs'],
  conformance: ['conformance', 'contract'],
} as const;
/** The limits for a package and all its dependencies: total size and number. Raise one only with a reason in the commit. */
const limits = {
  // The contract's size comes from the tables in its guides, the explanations in its schema and three documents for generators.
  contract: { megabytes: 0.52, packages: 1 },
  stubs: { megabytes: 6.5, packages: 48 },
  // The stubs take most of the space. The kit also needs undici, to connect only to addresses that it has checked.
  kit: { megabytes: 9.5, packages: 52 },
  // Needs openapi-fetch, which depends on a package of types.
  client: { megabytes: 0.85, packages: 3 },
  server: { megabytes: 52, packages: 138 },
  // The suite contains its faulty servers (0.1 MB for every hundred), the code that it imports (0.7 MB) and its plan (0.8 MB).
  conformance: { megabytes: 4.6, packages: 2 },
};

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-packages-'));
const packed = join(folder, 'packed');
/** A separate compile cache. Nobody runs this test's code again, so it would only fill the shared cache. */
const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
const projectOf = (name: string) => join(folder, `project-${name}`);
let server: Running | undefined;
let subject: { baseUrl: string; token: string };

beforeAll(async () => {
  await run('node', ['scripts/packages/pack.ts', '--out', packed], root);
  for (const name of names) install(name);
}, 300_000);

afterAll(async () => {
  server?.signal('SIGTERM');
  await server?.ended;
  rmSync(folder, { recursive: true, force: true });
});

describe.each(names)('%s', (name) => {
  test('has nothing that publint complains of', async () => {
    const { buffer: tarball } = new Uint8Array(readFileSync(tarballOf(name)));
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  test('says who it is, and holds no test and nothing of the workspace', () => {
    const manifest = JSON.parse(readFileSync(join(packed, name, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: `${scope}/${name}`,
      license: 'MIT',
      type: 'module',
      sideEffects: false,
      engines: { node: name === 'server' || name === 'kit' ? '>=22.19.0' : '>=20' },
      repository: { type: 'git' },
    });
    const files = readdirSync(join(packed, name), { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    expect(files.filter((file) => /\.test\.|^dist.*(?<!\.d)\.ts$|\.map$/.test(file))).toEqual([]);
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:|"private"|devDependencies|optionalDependencies/);
  });

  test('has texts that are read as they lie there: no marker is left, and every relative link leads to a file', () => {
    const texts = readdirSync(join(packed, name), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    const flaws = texts.flatMap((file) => {
      const text = readFileSync(join(packed, name, file), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
      const markers = text.match(/<!--.*/g) ?? [];
      const targets = [...text.matchAll(/\]\(([^)\s]+)\)|href="([^"]+)"/g)].map(([, link, href]) => link ?? href ?? '');
      const broken = targets.filter((target) => {
        const [path = '', anchor] = target.split('#');
        if (/^[a-z]+:/.test(target)) return false;
        return path === '' ? !hasAnchor(text, anchor) : !existsSync(join(packed, name, dirname(file), path));
      });
      return [...markers, ...broken].map((flaw) => `${file}: ${flaw}`);
    });
    expect(texts).toContain('README.md');
    expect(flaws).toEqual([]);
  });

  test('has a README for those who read it on a registry', () => {
    const readme = readFileSync(join(packed, name, 'README.md'), 'utf8');
    expect(readme).not.toMatch(/npm run pack|workspace:\*|on a registry/);
    expect(readme).toMatch(new RegExp(`(npm install|npx) ${scope}/${name}`));
  });

  test('has one command at most, which npx finds, and whose name is plainly ours', () => {
    const { bin = {} } = JSON.parse(readFileSync(join(packed, name, 'package.json'), 'utf8'));
    expect(Object.keys(bin).filter((command) => command !== `payment-invoice-${name}`)).toEqual([]);
  });

  test('weighs no more than was decided', () => {
    const { bytes, packages } = weighInstalled(packedFor(name));
    const { megabytes, packages: most } = limits[name];
    expect(bytes / 1e6, `${name} weighs ${(bytes / 1e6).toFixed(2)} MB installed`).toBeLessThan(megabytes);
    expect(packages, `${name} brings ${packages} packages`).toBeLessThanOrEqual(most);
  });
});

test.each([
  ['stubs', 'esm-only', '🟢 (ESM)'],
  ['client', 'node16', '🟢 (CJS)'],
  ['kit', 'esm-only', '🟢 (ESM)'],
  ['server', 'esm-only', '🟢 (ESM)'],
])('the types of %s are right under every module resolution that it is for: %s', async (name, profile, right) => {
  const attw = join(root, 'packages/house-rules/node_modules/.bin/attw');
  expect(await run(attw, [tarballOf(name), '--profile', profile, '--no-color'], root)).toContain(right);
});

test('the contract is a file to read, and so is the schema of its facts', async () => {
  const read = `import { readFileSync } from 'node:fs';
    console.log(readFileSync(new URL(import.meta.resolve(process.argv[2])), 'utf8').slice(0, 200));`;
  expect(await runCode('contract', read, `${scope}/contract/openapi.yaml`)).toContain('openapi: 3.1');
  expect(await runCode('contract', read, `${scope}/contract/facts.schema.json`)).toContain('An OpenAPI document with facts');
});

describe('the server, started by npx', () => {
  beforeAll(async () => {
    const settings = { ...compiled, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') };
    server = startCommand('npx', ['--no-install', 'payment-invoice-server', '--json'], settings, 600_000, projectOf('server'));
    subject = JSON.parse((await server.waitFor(/^\{.*"token".*\}$/m))[0]);
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
    expect(output).toContain(`${subject.baseUrl} conforms to core: all `);
    expect(output).toMatch(/Self-check: of (\d+) responses tampered with, the suite saw \1/);
  });

  test('is checked by the suite on Node.js 20 as well', async (context) => {
    const old = findRuntime('Node 20');
    if (typeof old === 'string') return context.skip(old);
    const file = join(projectOf('conformance'), 'node_modules/.bin/payment-invoice-conformance');
    const args = [
      '--base-url',
      subject.baseUrl,
      '--token',
      subject.token,
      '--adapter',
      'sandbox',
      '--case',
      'fetch-payment/as-created',
    ];
    expect(await run(old.binary, [file, ...args], projectOf('conformance'))).toMatch(
      /passes the \d+ cases that were selected, which is not a verdict on the deployment\./,
    );
  });
});

test.for([
  ['conformance', 'payment-invoice-conformance'],
  ['stubs', 'payment-invoice-stubs'],
] as const)('%s runs on Node.js 20', async ([name, program], context) => {
  const old = findRuntime('Node 20');
  if (typeof old === 'string') return context.skip(old);
  const file = join(projectOf(name), 'node_modules/.bin', program);
  expect(await run(old.binary, [file, '--help'], projectOf(name))).toMatch(/^ {2}\S+/m);
});

test('the server tells an older Node.js in a sentence which one to get', async (context) => {
  const old = findRuntime('Node 20');
  if (typeof old === 'string') return context.skip(old);
  const file = join(projectOf('server'), 'node_modules/.bin/payment-invoice-server');
  const { exit, output } = await startCommand(old.binary, [file], compiled, 60_000, projectOf('server')).ended;
  expect(output).toMatch(/^Node\.js 20\.\S+ is too old for this server: install 22\.19\.0 or newer\S[^\n]*\n$/);
  expect(exit).toBe(1);
});

test.each([
  ['conformance', 'payment-invoice-conformance'],
  ['stubs', 'payment-invoice-stubs'],
  ['server', 'payment-invoice-server'],
])('%s tells its version', async (name, program) => {
  const project = projectOf(name);
  const { version } = JSON.parse(readFileSync(join(project, 'node_modules', scope, name, 'package.json'), 'utf8'));
  const told = await run('node', [join(project, 'node_modules/.bin', program), '--version'], project);
  expect(told.trim().split(', ')).toEqual(
    expect.arrayContaining([`${scope}/${name} ${version}`, expect.stringMatching(/^Node\.js v\d/)]),
  );
});

test('the one command of the server does what an operator does, too', async () => {
  const file = join(projectOf('server'), 'node_modules/.bin/payment-invoice-server');
  for (const program of ['admin', 'callbacks']) {
    expect(await run('node', [file, program, '--help'], projectOf('server'))).toContain(
      `payment-invoice-server ${program} <command>`,
    );
  }
});

describe('the suite', () => {
  test('brings the contract, and nothing else of the workspace', () => {
    const brought = readdirSync(join(projectOf('conformance'), 'node_modules', scope));
    expect(brought).toEqual(['conformance', 'contract']);
  });

  test('brings the licences of the packages that it contains', () => {
    const licenses = readFileSync(join(packed, 'conformance/dist/LICENSES.txt'), 'utf8');
    for (const name of ['ajv', 'ajv-formats', 'fast-check', 'js-yaml', 'standardwebhooks'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d.*: MIT$`, 'm'));
  });

  test('brings a plan for the contract that it brings', () => {
    const [contract, plan] = ['contract.json', 'plan.json'].map((file) =>
      JSON.parse(readFileSync(join(projectOf('conformance'), 'node_modules', scope, 'conformance', file), 'utf8')),
    );
    expect(plan.sha256).toBe(contract.sha256);
  });

  test('fails one of the faulty servers that it brings', async () => {
    const args = [
      '--no-install',
      'payment-invoice-conformance',
      '--start',
      'payment-invoice-conformance faulty-server dropped-field',
      '--case',
      'create-payment/answer/note',
    ];
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

function hasAnchor(text: string, anchor = ''): boolean {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(anchor) || text.includes(`id="${anchor}"`);
}

function packedFor(name: keyof typeof wanted): Packed[] {
  const roomOf = (one: string) => (one === 'contract' ? 'openapi' : one === 'conformance' ? one : `packages/${one}`);
  return wanted[name].map((one) => ({ folder: join(packed, one), room: roomOf(one) }));
}

function tarballOf(name: string): string {
  return join(packed, readdirSync(packed).find((file) => file.startsWith(`payment-invoice-${name}-`)) ?? '');
}

function install(name: keyof typeof wanted): void {
  mkdirSync(projectOf(name));
  writeFileSync(join(projectOf(name), 'package.json'), '{ "private": true, "type": "module" }');
  linkPackages(projectOf(name), packedFor(name));
}

async function runCode(name: string, code: string, ...args: string[]): Promise<string> {
  writeFileSync(join(projectOf(name), 'code.js'), code);
  return run('node', ['code.js', ...args], projectOf(name));
}

async function run(file: string, args: string[], cwd: string): Promise<string> {
  const { exit, output } = await startCommand(file, args, cwd === root ? {} : compiled, 240_000, cwd).ended;
  if (exit !== 0) throw new Error(`${[file, ...args].join(' ')} ended with ${exit}:\n${output}`);
  return output;
}
