/** The package as integrators install it: its types under every module resolution, its size, what is in whose bundle. */
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installClient, type Project } from './install-client.ts';
import { runCommand } from './run-command.ts';

const room = resolve(import.meta.dirname, '..');
let project: Project;

beforeAll(async () => {
  project = await installClient();
});
afterAll(() => project.remove());

const consumer = `
import { createClient, toResult, type PaymentInvoice } from '@payment-invoice/client';
import { verifyCallback, type InvoiceEvent } from '@payment-invoice/client/callbacks';
import { createRawClient } from '@payment-invoice/client/raw';
const client = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'token' });
export const invoice: Promise<PaymentInvoice> = client.createPayment({ cashTag: '$shop', amount: '12.50' });
export const event: Promise<InvoiceEvent> = verifyCallback('', new Headers(), 'whsec_');
export async function call(): Promise<string> {
  const { ok, value, error } = await toResult(invoice);
  const { data } = await createRawClient({ baseUrl: '', token: '' }).POST('/api/v1/payments/fetch', { body: { invoiceId: 'a' } });
  const status: string = (data?.status ?? value?.status) || 'PENDING';
  return ok ? status : error.name;
}
// @ts-expect-error types are there, and say no
client.createPayment({ cashTag: 1, amount: 1 });
`;

describe('types are right', () => {
  const compilers = {
    'TypeScript 5.9': join(room, 'node_modules/typescript/bin/tsc'),
    'TypeScript 7': resolve(room, '../../node_modules/typescript/bin/tsc'),
  };
  // All of a compiler's projects in one go: reading its library takes longer than ours.
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
    const projects = resolutions.map(([module, moduleResolution]) => {
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        // Ours is checked, the compiler's own library is not.
        skipLibCheck: false,
        skipDefaultLibCheck: true,
      };
      const file = `${compiler.replace(/\W/g, '-')}-${module}-${moduleResolution}.json`;
      return project.write(file, JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    });
    expect(await runCommand(process.execPath, [compilers[compiler], '--build', ...projects])).toBe('');
  });
});

describe('size, minified and gzipped', () => {
  test.each([
    [
      'create alone',
      "import { createClient } from '@payment-invoice/client'; export const create = (o, b) => createClient(o).createPayment(b);",
      4500,
    ],
    ['the whole client', "export * from '@payment-invoice/client';", 6000],
    ['with callbacks', "export * from '@payment-invoice/client'; export * from '@payment-invoice/client/callbacks';", 6000],
    ['callbacks alone', "export * from '@payment-invoice/client/callbacks';", 2000],
    [
      'with callbacks and openapi-fetch',
      "export * from '@payment-invoice/client'; export * from '@payment-invoice/client/callbacks'; export * from '@payment-invoice/client/raw';",
      8700,
    ],
  ])('of %s', async (name, code, most) => {
    const bundle = await bundleOf(code);
    const size = gzipSync(bundle, { level: 9 }).length;
    console.log(`${name}: ${size} bytes of at most ${most} (${bundle.length} minified)`);
    expect(size).toBeLessThanOrEqual(most);
  });
});

describe('who only creates', () => {
  test('carries neither callbacks nor openapi-fetch', async () => {
    const bundle = await bundleOf("import { createClient } from '@payment-invoice/client'; export const client = createClient;");
    expect(bundle).toContain('/api/v1/payments/');
    for (const word of ['webhook-signature', 'whsec_', 'querySerializer']) {
      expect(bundle).not.toContain(word);
    }
  });

  test('pays nothing for an import that is not used', async () => {
    expect(await bundleOf("import * as client from '@payment-invoice/client'; import '@payment-invoice/client/raw';")).toBe('');
  });
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
