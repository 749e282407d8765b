/** Tests `init` as a new user does: the project compiles and starts, and with handlers it passes the suite's checks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { check, compile, init, linkPackages, makeFolder, type RunningProject, startProject } from '../../testing/new-project.ts';
import { addMissing, frameworks } from './write-project.ts';

const token = 'a-token-for-this-test';
const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const example = readFileSync(join(examples, 'handlers.ts'), 'utf8');
const pay = ['--pay', `node '${join(examples, 'pay.mjs')}'`];
/** A payment adapter that the suite loads as a module, because running a command for each payment would be much slower. */
const payInside = 'export const pay = async (p) => (p.outcome === "completed" ? [p.invoice.note, p.amount].join(" ") : null);';

const isInFull = process.env.IN_FULL === '1';
/** The frameworks to test: Node's own server, and fetch, which differs most. `npm test -- --in-full` tests all. */
const tried = isInFull ? Object.keys(frameworks) : ['node-http', 'fetch'];

describe.each(tried)('%s', (framework) => {
  const { folder, remove } = makeFolder();
  const project = join(folder, 'my-server');
  const handlers = join(project, 'src/handlers.ts');
  let server: RunningProject | undefined;
  beforeAll(async () => {
    expect(await init(folder, 'my-server', '--framework', framework)).toMatchObject({ code: 0 });
    linkPackages(project);
  });
  afterAll(async () => {
    await server?.stop();
    remove();
  });

  test('the project compiles, but for a handler that was taken out', async () => {
    const whole = readFileSync(handlers, 'utf8');
    writeFileSync(handlers, whole.replace(/ {2}fetchPayment: [\s\S]*?\n {2}},\n/, ''));
    const { code, output } = await compile(project);
    writeFileSync(handlers, whole);
    expect(code).not.toBe(0);
    expect(output).toContain("Property 'fetchPayment' is missing");
    // The compiler reports one error where the handlers are written, and one where they are passed to the API.
    expect(output.match(/error TS/g)).toHaveLength(2);
  });

  test('it starts, and says what it does not do yet', async () => {
    server = await startProject(project, token);
    // Checks that other machines cannot reach the server by default.
    expect(server.output()).toContain('Listening on http://127.0.0.1:');
    const response = await fetch(`${server.baseUrl}/api/v1/payments/fetch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"invoiceId":"x"}',
    });
    expect(await response.json()).toMatchObject({ status: 500, code: 'internal_error' });
    await expect.poll(server.output).toContain('Error: fetchPayment is not implemented yet.');
    await server.stop();
  });

  // Handlers do not depend on the framework, and adapters.test.ts proves that all frameworks give equal responses.
  if (isInFull || framework === 'node-http')
    test('with thirty lines of handlers it is conformant', async () => {
      writeFileSync(handlers, addMissing(example));
      server = await startProject(project, token);
      const adapter = join(folder, 'adapter.mjs');
      writeFileSync(adapter, payInside);
      const { code, output } = await check(project, server, token, '--adapter', adapter);
      expect(output).toContain('conforms to core: ');
      expect(output).not.toContain('WARN');
      expect(code).toBe(0);
      if (framework !== 'node-http') return;
      const byCommand = await check(project, server, token, ...pay, '--case', 'submit-receipt/answer/success');
      expect(byCommand.code, byCommand.output).toBe(0);
    });
});

test('as it is made, it creates what looks like invoices; the suite says what is missing, and the compiler nothing', async () => {
  const { folder, remove } = makeFolder();
  onTestFinished(remove);
  await init(folder, 'my-server');
  const project = join(folder, 'my-server');
  linkPackages(project);
  const server = await startProject(project, token);
  const selected = ['--features', 'invoice-format', '--case', 'create-payment/answer'];
  const looks = await check(project, server, token, ...selected);
  const adapter = join(folder, 'adapter.mjs');
  writeFileSync(adapter, payInside);
  const { code, output } = await check(project, server, token, '--adapter', adapter);
  await server.stop();
  expect(looks.output).not.toContain('FAIL');
  expect(looks.code, looks.output).toBe(0);
  expect(code).toBe(1);
  expect(output).toContain('FAIL  submit-answers-invoice');
  expect(output).toContain('FAIL  fetch-answers-invoice');
  expect(output).toContain('is not conformant: 2 requirements broke.');
  // The example's handlers do not depend on the framework, so they are tested only once.
  writeFileSync(join(project, 'src/handlers.ts'), addMissing(example));
  expect(await compile(project)).toEqual({ code: 0, output: '' });
});

test('the handlers of the example are less than thirty lines', () => {
  expect(example.split('\n').filter((line) => !/^\s*(\/\/.*|import .*)?$/.test(line)).length).toBeLessThan(30);
});
