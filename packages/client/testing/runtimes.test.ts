/** Tests that the packed client behaves the same in every runtime that is available as an npm package, and in a browser. */
import { join } from 'node:path';
import { findChromium, findRuntime, openBrowser } from '@payment-invoice/browser';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installClient, type Project, runCommand } from './install-client.ts';
import { type ScenarioServer, startScenarioServer } from './start-scenario-server.ts';
import { startWorker } from './start-worker.ts';

const checks = 16;
const patience = 240_000;
let project: Project;
let server: ScenarioServer;

beforeAll(async () => {
  project = await installClient();
  server = await startScenarioServer();
  // Leaves the client out of the bundle, so that the scenario imports the installed package.
  const entryPoints = [join(import.meta.dirname, 'scenario.ts')];
  project.write('scenario.js', await bundleOf({ entryPoints, external: ['@payment-invoice/client'] }));
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
  project.write('worker.mjs', await bundleOf(inProject(code)));
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
  server.script = await bundleOf(inProject(`export { runScenario } from './scenario.js';`));
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

function inProject(contents: string): BuildOptions {
  return { stdin: { contents, resolveDir: project.folder } };
}

async function bundleOf(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...options, bundle: true, write: false, format: 'esm', target: 'es2022' });
  return outputFiles?.[0]?.text ?? '';
}
