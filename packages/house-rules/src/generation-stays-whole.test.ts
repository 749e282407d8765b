/** Tests that additions to the contract reach all generated code, and that the compiler finds all code that must handle them. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from './repository.ts';

const copy = mkdtempSync(join(tmpdir(), 'payment-invoice-whole-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The compiler's errors, as `file(line,column): error …`, each with the lines that explain it. */
let errors: string[];

beforeAll(() => {
  copyWorkspace();
  growContract();
  const generator = run(process.execPath, 'packages/generated/bin/generate.ts');
  if (generator.status !== 0) throw new Error(`The generator failed:\n${generator.said}`);
  writeFileSync(join(copy, 'packages/stubs/src/uses-additions.ts'), userOfStubs);
  writeFileSync(join(copy, 'packages/client/src/uses-additions.ts'), userOfClient);
  const rooms = ['generated', 'stubs', 'kit', 'client', 'server'].map((room) => `packages/${room}`);
  errors = run(join(root, 'node_modules/.bin/tsc'), '--build', '--pretty', 'false', ...rooms).said.split(/\n(?=\S)/);
});

test('the server is refused until it handles the new operation', () => {
  const [missing, ...others] = errorsIn('packages/kit/src/invoices/create-handlers.ts');
  expect(missing).toMatch(/Property 'refundPayment' is missing in type .* but required in type 'Handlers</);
  expect(others).toEqual([]);
});

test('the server is refused until it fills in the new property', () => {
  const [missing, ...others] = errorsIn('packages/kit/src/lifecycle/describe-invoice.ts');
  expect(missing).toContain("'refundedAmount' is missing in type");
  expect(others).toEqual([]);
});

test('the stubs offer the operation, the property, the status and the problem', () => {
  expect(errorsIn('packages/stubs/src/')).toEqual([]);
});

test.each(['templates', 'examples'])('the handlers of the stubs, in %s, are refused until they fill it in', (folder) => {
  const found = errorsIn(`packages/stubs/${folder}/handlers.ts`).join('\n');
  expect(found).toContain("'refundedAmount' is missing in type");
});

test('the client offers the path, the property and the problem, and is refused until its new status is an error', () => {
  const [undecided, ...others] = errorsIn('packages/client/');
  expect(undecided).toMatch(/^packages\/client\/src\/response\/read-response\.ts.*'"451 is a new status of a problem: /);
  expect(others).toEqual([]);
});

test('nothing else has to be touched', () => {
  const others = errors.filter(
    (error) =>
      !/^packages\/(kit|server|stubs\/(templates|examples))\/.*(refundPayment|refundedAmount)/s.test(error) &&
      !/^packages\/client\/.*"451 is a new status/.test(error),
  );
  expect(others.filter((error) => error.trim() !== '')).toEqual([]);
});

function errorsIn(place: string): string[] {
  return errors.filter((error) => error.startsWith(place));
}

/** Copies the packages without their tests, which are written for the unchanged contract. */
function copyWorkspace(): void {
  // Skips caches and scratch folders, because tests that run at the same time create and delete them.
  const needed = (path: string) =>
    !/^(dist|\.(vite|readme-check|receiver|samples).*)$|\.test(-d)?\.ts$|\.tsbuildinfo$/.test(basename(path)) &&
    !/\/(src\/(.*\/)?|stubs\/)testing$/.test(path);
  const rooms = ['generated', 'stubs', 'kit', 'client', 'server', 'browser'].map((room) => `packages/${room}`);
  for (const path of ['tsconfig.json', 'openapi', ...rooms]) {
    // Keeps pnpm's links relative, so that they lead to the packages in the copy.
    cpSync(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true, filter: needed });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

function growContract(): void {
  const file = join(copy, 'openapi/openapi.yaml');
  const contract = parseDocument(readFileSync(file, 'utf8'));
  const { requestBody, responses } = contract.toJS().paths['/api/v1/payments/fetch'].post;
  const problem = { description: 'The refund was refused.', content: problemContent };
  contract.setIn(
    ['paths', '/api/v1/payments/refund', 'post'],
    contract.createNode({ operationId: 'refundPayment', requestBody, responses: { ...responses, 451: problem } }),
  );
  const invoice = ['components', 'schemas', 'PaymentInvoice'];
  contract.addIn([...invoice, 'required'], 'refundedAmount');
  contract.setIn(
    [...invoice, 'properties', 'refundedAmount'],
    contract.createNode({ type: 'number', description: 'Sent back.', examples: [1] }),
  );
  contract.addIn(['components', 'schemas', 'ProblemCode', 'enum'], 'refund_refused');
  const entry = { status: 451, title: 'The refund was refused', cause: 'The law.', cure: 'None.' };
  contract.setIn(['x-problems', 'refund_refused'], contract.createNode(entry));
  writeFileSync(file, String(contract));
}

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

const userOfStubs = `
import type { HandlerResponse, Handlers, OperationId, PaymentInvoice } from './index.ts';
import { ProblemError } from './index.ts';
declare const invoice: PaymentInvoice;
const ok = async () => ({ status: 200, body: invoice }) as const;
const old = { createPayment: ok, submitReceipt: ok, fetchPayment: ok };
export const whole: Handlers<string> = { ...old, refundPayment: ok };
// @ts-expect-error refundPayment is missing
export const part: Handlers<string> = old;
export const operation: OperationId = 'refundPayment';
export const refunded: number = invoice.refundedAmount;
export const { status }: ProblemError = new ProblemError('refund_refused', 'No.');
export const responded: HandlerResponse<'refundPayment'>['status'] = 451;
// @ts-expect-error only the refund can have this status
export const undocumented: HandlerResponse<'fetchPayment'>['status'] = 451;
`;

const userOfClient = `
import { createClient } from './index.ts';
import { createRawClient } from './raw.ts';
const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'any' });
const raw = createRawClient({ baseUrl: 'http://127.0.0.1:1', token: 'any' });
export const refunded: number = (await client.fetchPayment({ invoiceId: 'any' })).refundedAmount;
export const refund: Promise<{ status: string }> = client.refundPayment({ invoiceId: 'any' });
// @ts-expect-error the operation takes no key
client.refundPayment({ invoiceId: 'any' }, { idempotencyKey: 'a' });
export const { data, error } = await raw.POST('/api/v1/payments/refund', { body: { invoiceId: 'any' } });
export const again: number | undefined = data?.refundedAmount;
export const known: boolean = error?.code === 'refund_refused';
type Code = NonNullable<typeof error>['code'];
export const code: Code = 'refund_refused';
// @ts-expect-error there is no such problem
export const unheard: Code = 'refund_unheard';
// @ts-expect-error there is no such path
await raw.POST('/api/v1/payments/charge', { body: {} });
`;

function run(command: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
  if (error) throw error;
  return { status, said: stdout + stderr };
}
