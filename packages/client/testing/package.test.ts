/** Tests the package as integrators install it: its types under every module resolution, its size, each bundle's content. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { operationTable } from '@payment-invoice/generated';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installClient, type Project, runCommand } from './install-client.ts';
import { readHover } from './read-hover.ts';

const room = resolve(import.meta.dirname, '..');
let project: Project;

beforeAll(async () => {
  project = await installClient();
});
afterAll(() => project.remove());

const consumer = `
import { createClient, toResult, type PaymentInvoice } from '@payment-invoice/client';
import { verifyCallback, type InvoiceEvent } from '@payment-invoice/client/callbacks';
import { createOpenTelemetryHooks } from '@payment-invoice/client/opentelemetry';
import { createRawClient } from '@payment-invoice/client/raw';
import { createFakeClient } from '@payment-invoice/client/testing';
export const hooks = createOpenTelemetryHooks();
export const fake = createFakeClient({ hooks });
const client = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'token' });
export const invoice: Promise<PaymentInvoice> = client.createPayment({ cashTag: '$shop', amount: '12.50' });
export const event: Promise<InvoiceEvent> = verifyCallback('', new Headers(), 'whsec_');
export async function call(): Promise<string> {
  const { ok, value, error } = await toResult(invoice);
  const { data } = await createRawClient({ baseUrl: '', token: '' }).POST('/api/v1/payments/fetch', { body: { invoiceId: 'a' } });
  const status: string = (data?.status ?? value?.status) || 'PENDING';
  return ok ? status : error.name;
}
// @ts-expect-error cashTag must be a string. If the types were not found, this line would compile.
client.createPayment({ cashTag: 1, amount: 1 });
`;

/** The same program as a CommonJS file, which also imports the entry point for Node.js. */
const commonJsConsumer = `${consumer}
import { createNodeFetch } from '@payment-invoice/client/node';
export const overHttp = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'token', fetch: createNodeFetch() });
`;

describe('types are right', () => {
  const compilers = {
    'TypeScript 5.9': join(room, 'node_modules/typescript/bin/tsc'),
    'TypeScript 7': resolve(room, '../../node_modules/typescript/bin/tsc'),
  };
  // Checks all projects of a compiler in one run, because reading the compiler's own library takes longer than reading our types.
  test.each([
    [
      'TypeScript 5.9',
      [
        ['esnext', 'node10'],
        ['esnext', 'bundler'],
        ['node16', 'node16'],
        ['nodenext', 'nodenext'],
      ],
    ],
    [
      'TypeScript 7',
      [
        ['esnext', 'bundler'],
        ['node16', 'node16'],
        ['nodenext', 'nodenext'],
      ],
    ],
  ] as const)('%s, module and moduleResolution %j', async (compiler, resolutions) => {
    project.write('consumer.ts', consumer);
    // Uses the types of Node.js only with the faster compiler, because they take longer to read than everything else.
    const withNode = compiler === 'TypeScript 7';
    project.write('consumer.cts', withNode ? commonJsConsumer : consumer);
    const types = withNode ? [realpathSync(join(room, 'node_modules/@types/node'))] : [];
    const projects = resolutions.map(([module, moduleResolution]) => {
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: module.startsWith('node') ? types : [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        // Checks all declaration files, except those of the compiler's own library.
        skipLibCheck: false,
        skipDefaultLibCheck: true,
      };
      const file = `${compiler.replace(/\W/g, '-')}-${module}-${moduleResolution}.json`;
      const files = module.startsWith('node') ? ['consumer.ts', 'consumer.cts'] : ['consumer.ts'];
      return project.write(file, JSON.stringify({ compilerOptions, files }));
    });
    expect(await runCommand(process.execPath, [compilers[compiler], '--build', ...projects])).toBe('');
  });
});

describe('size, minified and gzipped', () => {
  test.each([
    [
      'create alone',
      "import { createClient } from '@payment-invoice/client'; export const create = (o, b) => createClient(o).createPayment(b);",
      8192,
    ],
    ['the whole client', "export * from '@payment-invoice/client';", 8192],
    ['with callbacks', "export * from '@payment-invoice/client'; export * from '@payment-invoice/client/callbacks';", 10_240],
    ['callbacks alone', "export * from '@payment-invoice/client/callbacks';", 2580],
  ])('of %s', async (name, code, wanted) => {
    // The limits in bytes are for three operations: each additional one adds its path, its name and its headers to the table.
    const most = wanted + 30 * (Object.keys(operationTable).length - 3);
    const bundle = await bundleOf(code);
    const size = gzipSync(bundle, { level: 9 }).length;
    console.log(`${name}: ${size} bytes of at most ${most} (${bundle.length} minified)`);
    expect(size).toBeLessThanOrEqual(most);
  });
});

describe('a bundle that only creates', () => {
  test('carries openapi-fetch once, and no callbacks', async () => {
    const bundle = await bundleOf("import { createClient } from '@payment-invoice/client'; export const client = createClient;");
    expect(bundle).toContain('/api/v1/payments/');
    // openapi-fetch contains "follow" once, and the client's own code does not, so one occurrence means one copy.
    expect(bundle.split('"follow"')).toHaveLength(2);
    for (const word of ['webhook-signature', 'whsec_']) expect(bundle).not.toContain(word);
  });

  test('pays nothing for an import that is not used', async () => {
    expect(await bundleOf("import * as client from '@payment-invoice/client'; import '@payment-invoice/client/testing';")).toBe(
      '',
    );
  });
});

test('the package holds no contract, which nothing of it reads', () => {
  const folder = join(project.folder, 'node_modules/@payment-invoice/client');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('contract.json'))).toEqual([]);
  expect(Math.max(...files.map((file) => statSync(join(folder, file)).size))).toBeLessThan(40_000);
});

test('the package depends on openapi-fetch, of one version, and on nothing else', () => {
  const folder = join(project.folder, 'node_modules/@payment-invoice/client');
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({ 'openapi-fetch': expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(Object.keys(peerDependencies)).toEqual(['@opentelemetry/api']);
  const importers = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.(js|ts)$/.test(file) &&
      /(from |import\(|require\()['"]openapi-fetch['"]/.test(readFileSync(join(folder, 'dist', file), 'utf8')),
  );
  expect(importers.sort()).toEqual(['commonjs/src/api/ride-openapi-fetch.js', 'src/api/ride-openapi-fetch.js']);
});

test('the package states its own version', () => {
  const folder = join(project.folder, 'node_modules/@payment-invoice/client');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const file of ['dist/src/version.js', 'dist/commonjs/src/version.js'])
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(new RegExp(`["']${version}["']`));
});

describe('require', () => {
  const code = `
    const { createClient, NotFoundError, responseOf } = require('@payment-invoice/client');
    const { verifyCallback } = require('@payment-invoice/client/callbacks');
    const { createNodeFetch } = require('@payment-invoice/client/node');
    const { createOpenTelemetryHooks } = require('@payment-invoice/client/opentelemetry');
    const { createRawClient } = require('@payment-invoice/client/raw');
    const { buildError, createFakeClient, signTestEvent } = require('@payment-invoice/client/testing');
    const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
    (async () => {
      const { client } = createFakeClient({ hooks: createOpenTelemetryHooks() });
      const invoice = await client.createPayment({ cashTag: '$shop', amount: '12.50' });
      const { body, headers } = await signTestEvent({ data: invoice }, secret).catch(() => signTestEvent({}, secret));
      const event = await verifyCallback(body, headers, secret);
      const missing = await client.fetchPayment({ invoiceId: 'none' }).catch((error) => error);
      console.log(JSON.stringify([
        responseOf(invoice).attempts, event.webhookId, missing instanceof NotFoundError,
        buildError('invoice_not_found') instanceof NotFoundError, typeof createNodeFetch(), typeof createRawClient,
      ]));
    })();`;

  // Jest and Node.js 20.0 to 20.18 can `require` only CommonJS.
  test.each([['--no-experimental-require-module'], ['--experimental-require-module']])('works with %s', async (flag) => {
    const file = project.write('require.cjs', code);
    const output = await runCommand(process.execPath, [flag, file], project.folder);
    expect(JSON.parse(output)).toEqual([1, 'evt_test', true, true, 'function', 'function']);
  });

  test('shares its classes with import, where Node.js takes ES modules for both', async () => {
    const both = project.write(
      'both.cjs',
      `import('@payment-invoice/client').then((module) =>
      console.log(module.PaymentApiError === require('@payment-invoice/client').PaymentApiError));`,
    );
    expect(await runCommand(process.execPath, [both], project.folder)).toBe('true\n');
  });
});

test('an editor shows the contract’s words over calls, options and fields', () => {
  const file = project.write(
    'hover.ts',
    `import { createClient } from '@payment-invoice/client';
const client = createClient({ baseUrl: '', token: '' });
const invoice = await client.createPayment({ cashTag: '$shop', amount: 1, isWhiteLabel: true });
invoice.paymentUrl;
client.submitReceipt({ invoiceId: '', webReceipt: '' }, { attemptTimeoutMs: 1 });
`,
  );
  const hover = readHover(file);
  expect(hover('createPayment')).toContain('Issues an invoice of `amount` to the recipient `cashTag`.');
  expect(hover('submitReceipt')).toContain('Hands in the web receipt that the payer was given.');
  expect(hover('amount: 1')).toContain('in major units');
  expect(hover('isWhiteLabel')).toContain('Whether the payment is white-labeled. False when absent or null.');
  expect(hover('paymentUrl')).toContain('Absolute URL at which the payer makes the payment.');
  expect(hover('attemptTimeoutMs')).toContain('20000 when absent');
  expect(hover('baseUrl')).toContain('without `/api/v1`');
});

test('Web APIs are all it needs: it compiles without the types of Node', async () => {
  const output = await runCommand(process.execPath, [
    resolve(room, '../../node_modules/typescript/bin/tsc'),
    '-p',
    join(room, 'tsconfig.web.json'),
  ]);
  expect(output).toBe('');
});

async function bundleOf(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: project.folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
