/**
 * Sets up a peer in a folder of its own. Makes one mistake after another there, and records what noticed it: the compiler, the
 * server or nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runProcess } from '@payment-invoice/browser/run-process';
import { runCommand } from '../../packages/client/testing/install-client.ts';
import type { Peer } from './peers.ts';
import { type Question, type Reply, rightRequest } from './questions.ts';

const root = resolve(import.meta.dirname, '../..');
const typescript = join(root, 'node_modules/typescript/bin/tsc');

/**
 * Asks every question about a peer, and returns what noticed each mistake.
 * @throws Error when the peer cannot even create an invoice
 */
export async function askAll(peer: Peer, folder: string, questions: readonly Question[]): Promise<string[]> {
  await install(peer, folder);
  await write(peer, folder, {});
  const failure = await compile(peer, folder);
  if (failure !== undefined) throw new Error(`${peer.title} does not compile: ${failure}`);
  const { port, stop } = await start(peer, folder);
  const found = new Map<string, string>();
  try {
    if (port === undefined) throw new Error(`${peer.title} does not start.`);
    const { status } = await ask(port, rightRequest);
    if (status !== 200) throw new Error(`${peer.title} does not create an invoice: it responds ${status}.`);
    for (const { id, request, judge } of questions)
      if (request) found.set(id, judge(await ask(port, { ...rightRequest, ...request })));
  } finally {
    stop();
  }
  for (const question of questions) if (!question.request) found.set(question.id, await tryMistake(peer, folder, question));
  return questions.map(({ id }) => found.get(id) ?? '');
}

/** Installs a peer's packages into its folder unless they are already there. */
async function install({ packages, language }: Peer, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const list = JSON.stringify({ private: true, type: 'module', dependencies: packages });
  const installed = join(folder, 'installed.json');
  writeFileSync(join(folder, 'package.json'), list);
  if (Object.keys(packages).length > 0 && !(existsSync(installed) && readFileSync(installed, 'utf8') === list)) {
    await runCommand('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock'], folder);
    writeFileSync(installed, list);
  }
  if (language === 'Go' && !existsSync(join(folder, 'bin/oapi-codegen')))
    await runCommand('env', [
      `GOBIN=${folder}/bin`,
      'go',
      'install',
      'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    ]);
}

async function tryMistake(peer: Peer, folder: string, question: Question): Promise<string> {
  await write(peer, folder, question);
  if ((await compile(peer, folder)) !== undefined) return 'compile error';
  if (question.isOfTypes) return '**not noticed**';
  const { port, stop } = await start(peer, folder);
  try {
    return port === undefined ? 'refuses to start' : question.judge(await ask(port, rightRequest));
  } finally {
    stop();
  }
}

/** Writes a peer's sources with the mistake in them, and the contract with the code generated from it. */
async function write(
  peer: Peer,
  folder: string,
  { edit, hasNewContract = false }: Pick<Question, 'edit' | 'hasNewContract'>,
): Promise<void> {
  const sources = join(import.meta.dirname, 'servers', peer.id);
  for (const file of readdirSync(sources)) {
    const text = readFileSync(join(sources, file), 'utf8');
    // The sources end in `.ts.txt`, so that this repository's compiler ignores them. It could not find their packages.
    const name = file.replace('.ts.txt', '.ts');
    writeFileSync(join(folder, name), edit ? edit(text, name, peer) : text);
  }
  if (peer.id === 'stubs') linkStubs(folder, hasNewContract);
  else if (peer.types !== 'by hand') writeFileSync(join(folder, 'contract.json'), makeContract(peer, hasNewContract));
  if (peer.language === 'Go') {
    mkdirSync(join(folder, 'payments'), { recursive: true });
    await runCommand(join(folder, 'bin/oapi-codegen'), ['-config', 'oapi-codegen.yaml', 'contract.json'], folder);
    return;
  }
  if (peer.types === 'openapi-typescript')
    await runCommand(join(root, 'proofs/node_modules/.bin/openapi-typescript'), ['contract.json', '-o', 'contract.d.ts'], folder);
  const compilerOptions = {
    ...{
      strict: true,
      target: 'es2023',
      module: 'nodenext',
      types: ['node'],
      skipLibCheck: true,
      lib: ['es2023', 'dom', 'dom.iterable'],
    },
    ...{ allowImportingTsExtensions: true, rewriteRelativeImportExtensions: true, experimentalDecorators: true },
    ...(peer.isEmitted ? { outDir: 'dist', rootDir: '.' } : { noEmit: true, rootDir: '/' }),
    ...(peer.id === 'stubs' && { typeRoots: [join(root, 'packages/stubs/node_modules/@types')] }),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['server.ts', 'event.ts'] }));
}

/** Returns the contract with no operation but createPayment. In the new version, the invoice has one more field. */
function makeContract({ language }: Peer, isNew: boolean): string {
  const file = language === 'Go' ? 'openapi/generators/openapi.generators-3.0.json' : 'packages/generated/src/contract.json';
  const contract = JSON.parse(readFileSync(join(root, file), 'utf8'));
  contract.paths = Object.fromEntries(Object.entries(contract.paths).filter(([path]) => path.endsWith('/create')));
  if (isNew) addField(contract);
  return JSON.stringify(contract);
}

function addField(contract: { components: { schemas: { PaymentInvoice: { required: string[]; properties: object } } } }): void {
  const { PaymentInvoice } = contract.components.schemas;
  PaymentInvoice.required.push('currency');
  Object.assign(PaymentInvoice.properties, { currency: { type: 'string' } });
}

/**
 * Copies the stubs and the package of code that is generated from the contract. If `isNew` is true, adds a field to the invoice
 * in the copy of that package.
 */
function linkStubs(folder: string, isNew: boolean): void {
  const modules = join(folder, 'node_modules/@payment-invoice');
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  for (const name of ['generated', 'stubs']) {
    const [from, to] = [join(root, 'packages', name), join(folder, name)];
    rmSync(to, { recursive: true, force: true });
    cpSync(join(from, 'src'), join(to, 'src'), { recursive: true });
    cpSync(join(from, 'package.json'), join(to, 'package.json'));
    const own = join(to, 'node_modules');
    mkdirSync(own);
    for (const one of existsSync(join(from, 'node_modules')) ? readdirSync(join(from, 'node_modules')) : [])
      if (one !== '@payment-invoice') symlinkSync(join(from, 'node_modules', one), join(own, one));
    symlinkSync(to, join(modules, name));
  }
  symlinkSync(modules, join(folder, 'stubs/node_modules/@payment-invoice'));
  if (!isNew) return;
  const [document, types] = [join(folder, 'generated/src/contract.json'), join(folder, 'generated/src/types.ts')];
  const contract = JSON.parse(readFileSync(document, 'utf8'));
  addField(contract);
  writeFileSync(document, JSON.stringify(contract));
  writeFileSync(types, readFileSync(types, 'utf8').replace(/( PaymentInvoice: \{\n)/, '$1 currency: string;\n'));
}

/** Compiles a peer. Returns the compiler's errors, or undefined. */
async function compile(peer: Peer, folder: string): Promise<string | undefined> {
  const [file, ...args] =
    peer.language === 'Go' ? ['go', 'build', '-o', 'server', '.'] : [process.execPath, typescript, '-p', folder];
  if (peer.generate) {
    const [generator = '', ...rest] = peer.generate;
    const { exit, output } = await runProcess({ file: join(folder, generator), args: rest, cwd: folder, timeoutMs: 150_000 });
    if (exit !== 0) return output;
  }
  const { exit, output } = await runProcess({ file: file as string, args, cwd: folder, timeoutMs: 300_000 });
  return exit === 0 ? undefined : output;
}

async function start({ language, isEmitted }: Peer, folder: string): Promise<{ port: number | undefined; stop: () => void }> {
  const [file, ...args] =
    language === 'Go'
      ? [join(folder, 'server')]
      : [process.execPath, '--no-warnings', isEmitted ? 'dist/server.js' : 'server.ts'];
  const child = spawn(file as string, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const port = new Promise<number>((tell) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [, found] = /Listening on (\d+)/.exec(output) ?? [];
      if (found) tell(Number(found));
    });
  });
  return { port: await Promise.race([port, once(child, 'close').then(() => undefined)]), stop: () => void child.kill('SIGKILL') };
}

async function ask(port: number, { body, type }: { body: string; type: string }): Promise<Reply> {
  const headers = { Authorization: 'Bearer good', 'Content-Type': type };
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/payments/create`, { method: 'POST', headers, body });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
  return { status: response.status, body: json, headers: response.headers };
}
