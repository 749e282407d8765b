import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tail } from '@payment-invoice/browser/run-process';
import { demand } from './journal.ts';
import { type ShortName, scope } from './packages.ts';
import { run, type Stage, start } from './stage.ts';
import type { Manager } from './tools.ts';

/** A running server, against which the packages are tried. */
export interface Subject {
  baseUrl: string;
  token: string;
}

/** A project in which one package manager has installed all packages, with one version of Node.js. */
export interface Project {
  folder: string;
  node: string;
  manager: Manager;
}

/** Starts the installed server and waits until it is ready. The caller must stop it with SIGTERM. */
export async function startSubject(stage: Stage, { folder, node, manager }: Project) {
  const env = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') };
  const command = await manager.bin(node, folder, 'payment-invoice-server');
  const running = start(stage, [...command, '--json'], { cwd: folder, node, env, timeoutMs: 1_200_000 });
  const [line] = await running.waitFor(/^\{"baseUrl".*\}$/m);
  return { ...(JSON.parse(line) as Subject & { docsUrl: string }), running };
}

/** Tries one package in a project, as its user would. @throws Error when the package does not do what it promises */
export type Trial = (stage: Stage, project: Project, subject: Subject) => Promise<void>;

export const trials: Record<ShortName, Trial> = {
  contract: async (stage, project) => {
    const code = `import { readFileSync } from 'node:fs';
      import { createRequire } from 'node:module';
      console.log(readFileSync(createRequire(import.meta.url).resolve('${scope}/contract/openapi.yaml'), 'utf8').slice(0, 200));`;
    demand(/^openapi: 3\.1/m.test(await runCode(stage, project, 'contract.mjs', code)), 'It is no OpenAPI document.');
  },
  stubs: async (stage, project) => {
    const code = `const { createApi } = await import(${JSON.stringify(`${scope}/stubs`)});
      await createApi({ handlers: {}, authenticate: () => undefined, publicBaseUrl: () => 'https://pay.example.com' })
        .catch((error) => console.log(error.message));`;
    demand((await runCode(stage, project, 'stubs.mjs', code)).includes('createPayment'), 'It misses no handler.');
    await runBin(stage, project, 'payment-invoice-stubs', ['init', 'my-server']);
  },
  kit: async (stage, project) => {
    const code = `const { centsOfNumber } = await import(${JSON.stringify(`${scope}/kit/money`)});
      console.log(centsOfNumber(12.5));`;
    demand((await runCode(stage, project, 'kit.mjs', code)).includes('1250'), 'It does not count 12.5 as 1250 cents.');
  },
  client: async (stage, project, { baseUrl, token }) => {
    const code = `const payments = createClient(${JSON.stringify({ baseUrl, token })});
      payments.createPayment({ cashTag: '$coffeeshop', amount: '12.50' })
        .then(({ id }) => payments.fetchPayment({ invoiceId: id })).then(({ status }) => console.log(status));`;
    const name = JSON.stringify(`${scope}/client`);
    const imported = `import { createClient } from ${name};\n${code}`;
    const required = `const { createClient } = require(${name});\n${code}`;
    demand((await runCode(stage, project, 'client.mjs', imported)).includes('PENDING'), 'By import it created no invoice.');
    demand((await runCode(stage, project, 'client.cjs', required)).includes('PENDING'), 'By require it created no invoice.');
  },
  server: async (stage, project) => {
    const { running, docsUrl } = await startSubject(stage, project);
    const { status } = await fetch(docsUrl);
    running.signal('SIGTERM');
    const { exit, output } = await running.ended;
    demand(status === 200, `Its documentation is ${status}.`);
    demand(exit === 0, `SIGTERM ended it with ${exit}:\n${tail(output)}`);
    await runBin(stage, project, 'payment-invoice-server', ['admin', '--help']);
  },
  conformance: async (stage, project, { baseUrl, token }) => {
    const target = ['--base-url', baseUrl, '--token', token, '--adapter', 'sandbox', '--operation', 'fetch-payment'];
    const said = await runBin(stage, project, 'payment-invoice-conformance', target);
    demand(/ passes the \d+ cases /.test(said), `It said:\n${tail(said)}`);
  },
};

/** Tries the server with too old a Node.js. @throws Error unless the server prints one sentence that says which version to get */
export async function tryTooOld(stage: Stage, { folder, node, manager }: Project): Promise<void> {
  const command = await manager.bin(node, folder, 'payment-invoice-server');
  const { exit, output } = await run(stage, [...command, '--json'], { cwd: folder, node });
  const said = output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('➤'));
  demand(
    exit === 1 && said.length === 1 && /22\.19\.0 or newer/.test(said[0] ?? ''),
    `It ended with ${exit}, and said:\n${tail(output)}`,
  );
}

async function runCode(stage: Stage, { folder, node, manager }: Project, file: string, code: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), code);
  const { exit, output } = await run(stage, await manager.code(node, file), { cwd: folder, node });
  demand(exit === 0, `${file} ended with ${exit}:\n${tail(output)}`);
  return output;
}

async function runBin(stage: Stage, { folder, node, manager }: Project, name: string, args: string[]): Promise<string> {
  const { exit, output } = await run(stage, [...(await manager.bin(node, folder, name)), ...args], { cwd: folder, node });
  demand(exit === 0, `${name} ${args[0]} ended with ${exit}:\n${tail(output)}`);
  return output;
}
