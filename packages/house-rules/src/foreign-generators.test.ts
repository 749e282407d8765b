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

/** Type-checks a program that uses the generated code. It is a project of its own, with every strict option turned on. */
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

test('Hey API makes a client of it', () => {
  const generate = () => run(join(room, 'openapi-ts'), '--input', contract, '--output', 'hey', '--no-log-file');
  expect(generate).not.toThrow();
  const program = `
    import { createPayment, fetchPayment, submitReceipt, type InvoiceEvent, type PaymentInvoice } from './hey/index';
    const created = await createPayment({ body: { cashTag: '$shop', amount: 12.5 } });
    const invoice: PaymentInvoice | undefined = created.data;
    const code: string | undefined = created.error?.code;
    await submitReceipt({ body: { invoiceId: '', webReceipt: '' } });
    await fetchPayment({ body: { invoiceId: '' } });
    // @ts-expect-error amount is a number
    await createPayment({ body: { cashTag: '$shop', amount: '12.50' } });
    // @ts-expect-error there is no such status
    export const event = (event: InvoiceEvent) => [event.data.status === 'FROZEN', invoice?.receiptId?.length, code];
  `;
  expect(() => compile('hey', program)).not.toThrow();
});

test('orval makes a client of it', () => {
  const generate = () => run(join(room, 'orval'), '--input', contract, '--output', 'orval/index.ts', '--client', 'fetch');
  expect(generate).not.toThrow();
  const program = `
    import { createPayment, fetchPayment, submitReceipt, type InvoiceEvent, type PaymentInvoice } from './orval/index';
    const created = await createPayment({ cashTag: '$shop', amount: 12.5 });
    const invoice: PaymentInvoice | undefined = created.status === 200 ? created.data : undefined;
    const code: string | undefined = created.status === 422 ? created.data.code : undefined;
    await submitReceipt({ invoiceId: '', webReceipt: '' });
    await fetchPayment({ invoiceId: '' });
    // @ts-expect-error amount is a number
    await createPayment({ cashTag: '$shop', amount: '12.50' });
    // @ts-expect-error there is no such status
    export const event = (event: InvoiceEvent) => [event.data.status === 'FROZEN', invoice?.receiptId?.length, code];
  `;
  expect(() => compile('orval', program)).not.toThrow();
});
