/** Tests that the packed client does the same on every runtime that a registry package carries, and in a browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, findRuntime, openBrowser } from '@payment-invoice/browser';
import { build, transform } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installClient, type Project } from './install-client.ts';
import { runCommand } from './run-command.ts';
import { type ScenarioServer, startScenarioServer } from './start-scenario-server.ts';
import { startWorker } from './start-worker.ts';

/** The number of checks in the scenario. */
const checks = 16;
const patience = 240_000;
let project: Project;
let server: ScenarioServer;

beforeAll(async () => {
  project = await installClient();
  server = await startScenarioServer();
  const source = readFileSync(join(import.meta.dirname, 'scenario.ts'), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  project.write('scenario.js', code);
  const run = `import { runScenario } from './scenario.js';\nconst done = await runScenario('${server.baseUrl}', more);\n`;
  const print = 'console.log(JSON.stringify(done));\n';
  project.write('run.js', `const more = {};\n${run}${print}`);
  const byHttp = `import { createNodeFetch } from '@payment-invoice/client/node';\nconst more = { fetch: createNodeFetch() };\n`;
  project.write('run-by-http.js', byHttp + run + print);
});
afterAll(() => {
  server.close();
  project.remove();
});

test.each(['run.js', 'run-by-http.js'])('this Node: %s', async (file) => {
  expectAll(await runCommand(process.execPath, [file], project.folder));
});

test.for([
  ['Node 20', ['run.js']],
  ['Node 20', ['run-by-http.js']],
  ['Node 22', ['run.js']],
  ['Deno', ['run', '--allow-net', '--no-remote', '--node-modules-dir=manual', 'run.js']],
  ['Bun', ['run', 'run.js']],
  ['Bun', ['run', 'run-by-http.js']],
] as const)('%s %j', { timeout: patience }, async ([name, args], context) => {
  const runtime = findRuntime(name);
  if (typeof runtime === 'string') return context.skip(runtime);
  expectAll(await runCommand(runtime.binary, [...args], project.folder));
});

test('workerd, where Cloudflare’s workers run', { timeout: patience }, async (context) => {
  const runtime = findRuntime('workerd');
  if (typeof runtime === 'string') return context.skip(runtime);
  const code = `import { runScenario } from './scenario.js';
export default { async fetch(request, env) {
  try { return Response.json(await runScenario(env.BASE_URL)); } catch (error) { return new Response(error.stack, { status: 500 }); }
} };`;
  project.write('worker.mjs', await bundleOf(code));
  const worker = await startWorker(runtime.binary, project.folder, server.baseUrl, project.write);
  try {
    expectAll(await (await fetch(worker.url)).text());
  } finally {
    await worker.stop();
  }
});

test('Chromium', { timeout: patience }, async (context) => {
  const chromium = await findChromium();
  if (typeof chromium === 'string') return context.skip(chromium);
  server.script = await bundleOf(`export { runScenario } from './scenario.js';`);
  const browser = await openBrowser(chromium);
  try {
    const page = await browser.newPage();
    await page.goto(server.baseUrl);
    const code = `import(location.origin + '/scenario.js').then(({ runScenario }) => runScenario(location.origin)).then(JSON.stringify)`;
    expectAll(await page.evaluate<string>(code));
  } finally {
    await browser.close();
  }
});

function expectAll(output: string): void {
  expect(output.startsWith('[') ? JSON.parse(output) : output).toHaveLength(checks);
}

async function bundleOf(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: project.folder },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}
