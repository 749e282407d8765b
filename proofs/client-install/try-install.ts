/** Creates an application in an empty folder, installs the packed client with npm, and tests what compiles and runs there. */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findRuntime } from '@payment-invoice/browser';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { build, transformSync } from 'esbuild';
import { runCommand } from '../../packages/client/testing/install-client.ts';
import { startScenarioServer } from '../../packages/client/testing/start-scenario-server.ts';
import { startWorker } from '../../packages/client/testing/start-worker.ts';

/** An attempt to compile or run something; `problem` is absent if it succeeded. */
export interface Trial {
  name: string;
  problem?: string;
}

const room = resolve(import.meta.dirname, '../../packages/client');
const peers = ['typescript@5.9.3', '@types/node@20', 'jest@30', '@opentelemetry/api@1.10.0'];

/** Makes all attempts, one after another, and reports each as soon as it has ended. */
export async function tryInstall(tell: (trial: Trial) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-application-'));
  const server = await startScenarioServer();
  const attempt = async (name: string, work: () => Promise<unknown>) => {
    const problem = await work().then(
      () => undefined,
      (error: Error) => error.message,
    );
    tell({ name, ...(problem !== undefined && { problem }) });
  };
  try {
    await install(folder);
    await tryTypes(folder, attempt);
    await attempt('Jest, CommonJS', () => runCommand(join(folder, 'node_modules/.bin/jest'), ['--ci'], join(folder, 'commonjs')));
    await tryRuntimes(folder, server.baseUrl, attempt);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the scenario's code for an application, with the order instead of its import: `generated` is unpublished. */
export function readScenario(): string {
  const scenario = readFileSync(join(room, 'testing/scenario.ts'), 'utf8');
  return scenario.replace(
    /^import .* from '@payment-invoice\/generated\/examples';$/m,
    `const order = ${JSON.stringify(exampleCreate)};`,
  );
}

type Attempt = (name: string, work: () => Promise<unknown>) => Promise<void>;

/** Sets up an ES module project in the folder, and a CommonJS project in a subfolder, as in applications that test with Jest. */
async function install(folder: string): Promise<void> {
  const packed = join(folder, 'packed');
  await runCommand(process.execPath, [
    resolve(room, '../../scripts/packages/pack.ts'),
    '--out',
    packed,
    '--room',
    'packages/client',
  ]);
  const [tarball = ''] = globSync('*.tgz', { cwd: packed });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await runCommand('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join(packed, tarball), ...peers], folder);
  mkdirSync(join(folder, 'commonjs'));
  writeFileSync(
    join(folder, 'commonjs/package.json'),
    '{ "private": true, "type": "commonjs", "jest": { "testMatch": ["**/*.jest.cjs"] } }',
  );
  cpSync(join(room, 'examples/testing/checkout.jest.cjs'), join(folder, 'commonjs/checkout.jest.cjs'));
  const scenario = readScenario();
  writeFileSync(join(folder, 'scenario.ts'), scenario);
  writeFileSync(join(folder, 'commonjs/scenario.ts'), scenario);
  writeFileSync(join(folder, 'scenario.js'), transformSync(scenario, { loader: 'ts', format: 'esm' }).code);
  const commonJs = (source: string) => transformSync(source, { loader: 'ts', format: 'cjs' }).code;
  writeFileSync(join(folder, 'commonjs/scenario.js'), commonJs(scenario));
  const checkout = readFileSync(join(room, 'examples/testing/checkout.ts'), 'utf8');
  writeFileSync(join(folder, 'commonjs/checkout.js'), commonJs(checkout));
}

async function tryTypes(folder: string, attempt: Attempt): Promise<void> {
  const projects = [
    ['bundler', 'scenario.ts', 'esnext', 'bundler'],
    ['node16, ES modules', 'scenario.ts', 'node16', 'node16'],
    ['node16, CommonJS', 'commonjs/scenario.ts', 'node16', 'node16'],
    ['nodenext', 'scenario.ts', 'nodenext', 'nodenext'],
    ['nodenext, CommonJS', 'commonjs/scenario.ts', 'nodenext', 'nodenext'],
  ] as const;
  for (const [name, file, module, moduleResolution] of projects) {
    const compilerOptions = { module, moduleResolution, target: 'es2022', strict: true, noEmit: true, types: ['node'] };
    const project = join(folder, `tsconfig.${name.replace(/\W+/g, '-')}.json`);
    writeFileSync(project, JSON.stringify({ compilerOptions, files: [file] }));
    await attempt(`TypeScript strict, ${name}`, () => runCommand(join(folder, 'node_modules/.bin/tsc'), ['-p', project], folder));
  }
}

async function tryRuntimes(folder: string, baseUrl: string, attempt: Attempt): Promise<void> {
  const run = (load: string) => `${load}
runScenario('${baseUrl}').then((done) => console.log(done.length + ' checks'), (error) => { console.error(error); process.exit(1); });\n`;
  writeFileSync(join(folder, 'run.js'), run("import { runScenario } from './scenario.js';"));
  writeFileSync(join(folder, 'commonjs/run.js'), run("const { runScenario } = require('./scenario.js');"));
  const expectChecks = async (output: Promise<string>) => {
    const said = await output;
    if (!/^\d+ checks/.test(said)) throw new Error(said);
  };
  const trials = [
    ['Node 20.0', ['run.js']],
    ['Node 20.0', ['commonjs/run.js']],
    ['Node 20.18', ['run.js']],
    ['Node 20.18', ['commonjs/run.js']],
    ['Node 22', ['run.js']],
    ['Node 22', ['commonjs/run.js']],
    ['Node 24', ['run.js']],
    ['Node 24', ['commonjs/run.js']],
    ['Deno', ['run', '--allow-net', '--allow-env', '--no-remote', '--node-modules-dir=manual', 'run.js']],
    ['Bun', ['run', 'run.js']],
    ['Bun', ['run', 'commonjs/run.js']],
  ] as const;
  for (const [name, args] of trials) {
    await attempt(`${name}, ${args.at(-1)}`, async () => {
      const runtime = name === 'Node 24' ? { binary: process.execPath } : findRuntime(name);
      if (typeof runtime === 'string') throw new Error(runtime);
      await expectChecks(runCommand(runtime.binary, [...args], folder));
    });
  }
  await attempt('a bundle for browsers, in workerd', async () => {
    const runtime = findRuntime('workerd');
    if (typeof runtime === 'string') throw new Error(runtime);
    const contents = `import { runScenario } from './scenario.js';
export default { async fetch(request, env) { return new Response((await runScenario(env.BASE_URL)).length + ' checks'); } };`;
    await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      outfile: join(folder, 'worker.mjs'),
    });
    const write = (file: string, text: string) => {
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    };
    const worker = await startWorker(runtime.binary, folder, baseUrl, write);
    try {
      await expectChecks(fetch(worker.url).then((response) => response.text()));
    } finally {
      await worker.stop();
    }
  });
}
