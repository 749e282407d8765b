/** Tests that two other projects' generators accept the contract as it is, and that their TypeScript compiles. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-generators-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const contract = join(root, 'openapi/openapi.yaml');
const room = join(root, 'packages/house-rules/node_modules/.bin');

/** Runs a command in the scratch folder. @throws Error with its output when the command fails */
function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`${command} ended with ${status ?? error}:\n${stdout}${stderr}`);
}

/** Type-checks a program and the generated code that it uses, as a separate project with the option `strict`. */
function compile(name: string, program: string): void {
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(folder, `${name}.ts`), program);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, include: [`${name}.ts`, name] }));
  run(join(root, 'node_modules/.bin/tsc'), '--project', `${name}.json`);
}

test.each([
  {
    ...{ name: 'Hey API', module: 'hey', generate: ['openapi-ts', '--output', 'hey', '--no-log-file'] },
    ...{ call: (body: string) => `{ body: ${body} }`, data: 'created.data', code: 'created.error?.code' },
  },
  {
    ...{ name: 'orval', module: 'orval', generate: ['orval', '--output', 'orval/index.ts', '--client', 'fetch'] },
    call: (body: string) => body,
    data: 'created.status === 200 ? created.data : undefined',
    code: 'created.status === 422 ? created.data.code : undefined',
  },
])('$name makes a client of it', ({ module, generate: [command = '', ...options], call, data, code }) => {
  expect(() => run(join(room, command), '--input', contract, ...options)).not.toThrow();
  const program = `
    import { createPayment, fetchPayment, submitReceipt, type InvoiceEvent, type PaymentInvoice } from './${module}/index';
    const created = await createPayment(${call("{ cashTag: '$shop', amount: 12.5 }")});
    const invoice: PaymentInvoice | undefined = ${data};
    const code: string | undefined = ${code};
    await submitReceipt(${call("{ invoiceId: '', webReceipt: '' }")});
    await fetchPayment(${call("{ invoiceId: '' }")});
    // @ts-expect-error amount is a number
    await createPayment(${call("{ cashTag: '$shop', amount: '12.50' }")});
    // @ts-expect-error there is no such status
    export const event = (event: InvoiceEvent) => [event.data.status === 'FROZEN', invoice?.receiptId?.length, code];
  `;
  expect(() => compile(module, program)).not.toThrow();
});
