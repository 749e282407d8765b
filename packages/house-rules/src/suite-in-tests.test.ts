/** Tests that a team can run the packed suite in its own tests, with vitest or `node --test`, as the suite's README says. */
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { linkPackages } from './link-package.ts';
import { readText, root } from './repository.ts';
import { startCommand } from './run-block.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-suite-'));
const project = join(folder, 'project');
const modules = join(project, 'node_modules');
const patience = 300_000;
const entry = (path: string) => `'@payment-invoice/conformance${path}'`;
const server = (fault: string) =>
  `'${process.execPath}' node_modules/@payment-invoice/conformance/dist/bin/conformance.js faulty-server ${fault}`;
const start = (file: string, args: string[], environment: NodeJS.ProcessEnv = {}) =>
  startCommand(file, args, environment, patience, project);
/** Cases of two requirements, one of which the faulty server breaks. */
const chosen = ['fetch-payment/as-created', 'fetch-payment/authentication'];

beforeAll(async () => {
  const packed = join(folder, 'packed');
  await run(process.execPath, ['scripts/packages/pack.ts', '--room', 'conformance', '--folders', '--out', packed], root);
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  linkPackages(project, [
    { folder: join(packed, 'conformance'), room: 'conformance' },
    { folder: join(packed, 'contract'), room: 'openapi' },
  ]);
}, patience);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('is called by a program as its README says, without a runner of tests', async () => {
  const [, program = ''] = /<!-- run -->\n```ts\n([\s\S]*?)```/.exec(readText('conformance/README.md')) ?? [];
  writeFileSync(join(project, 'program.ts'), program);
  const sound = start('sh', ['-c', `exec ${server('plain-http')}`]);
  try {
    const { baseUrl, token } = JSON.parse((await sound.waitFor(/^\{.*"token".*\}$/m))[0]);
    const { exit, output } = await start(process.execPath, ['program.ts'], { BASE_URL: baseUrl, TOKEN: token }).ended;
    expect(output).toContain('pass create-payment/answer/note\n');
    expect(output).toContain(' which is not a verdict on the deployment. {');
    expect(exit).toBe(0);
  } finally {
    sound.signal('SIGTERM');
    await sound.ended;
  }
});

test('its entries compile under strict, with the types of what they need', async () => {
  const config = {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: ['types.ts'],
  };
  const tsc = join(root, 'node_modules/.bin/tsc');
  const compile = (code: string) => {
    writeFileSync(join(project, 'types.ts'), code);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    return start(tsc, ['-p', '.']).ended;
  };
  const plain = `import { type Adapter, type ConformanceOutcome, runConformance } from ${entry('')};
    import type { Adapter as Same } from ${entry('/adapter')};
    import { describeConformance } from ${entry('/node-test')};
    const adapter: Adapter & Same = { pay: async ({ amount }) => String(amount) };
    const outcome: ConformanceOutcome = await runConformance({ token: process.env.TOKEN, adapter });
    console.log(outcome.report.results[0]?.findings[0]?.exchanges[0]?.request.path);
    describeConformance({ baseUrl: 'http://127.0.0.1:9', token: 't' });\n`;
  expect(await compile(plain)).toMatchObject({ exit: 0, output: '' });
  linkVitest();
  const tests = `import { describeConformance } from ${entry('/vitest')};
    describeConformance.only({ baseUrl: process.env.URL, profile: 'core' });
    // @ts-expect-error vitest has an option of its own for this
    describeConformance({ bail: true });\n`;
  config.compilerOptions = { ...config.compilerOptions, ...{ skipLibCheck: true } };
  expect(await compile(tests)).toMatchObject({ exit: 0, output: '' });
});

describe('vitest', () => {
  beforeAll(() => {
    linkVitest();
    writeFileSync(
      join(project, 'conformance.test.js'),
      `import { describeConformance } from ${entry('/vitest')};
       describeConformance({ start: process.env.START, baseUrl: process.env.PAYMENTS_URL, token: process.env.PAYMENTS_TOKEN, case: ${JSON.stringify(chosen)} });`,
    );
  });

  test('a sound server is green and a faulty one red, test by test as the command tells', async () => {
    expect((await runTests({ START: server('plain-http') })).counts).toMatchObject({ failed: 0 });
    const { counts, failed, tests, exit } = await runTests({ START: server('amount-changed-at-fetch') });
    const told = await tell('amount-changed-at-fetch', ...chosen.flatMap((id) => ['--case', id]));
    expect(exit).toBe(1);
    expect(counts).toEqual({
      failed: told.counts.fail,
      passed: told.counts.pass,
      skipped: told.counts.skipped + told.counts.inconclusive,
    });
    expect(tests.sort()).toEqual(told.results.flatMap(({ id, verdict }) => (verdict === 'not-supported' ? [] : [id])).sort());
    expect(failed.map(({ title }) => title)).toEqual(told.results.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
    expect(failed[0]?.ancestorTitles).toEqual(['Payment Invoice API conformance', 'fetch-reads-what-was-created']);
    expect(failed[0]?.failureMessages[0]).toMatch(
      /expected: amount: 12\.34[\s\S]*received: amount: 12\.35[\s\S]*reproduce: curl -sS -i -X '?POST/,
    );
  });

  test('-t runs the cases that it leaves, and sends the requests of no other', async () => {
    const faulty = start('sh', ['-c', `exec ${server('amount-changed-at-fetch')}`]);
    const { baseUrl, token } = JSON.parse((await faulty.waitFor(/^\{.*"token".*\}$/m))[0]);
    let asked = 0;
    const front = createServer((request, response) => {
      asked += 1;
      const { method, headers } = request;
      // Opens a new connection for each request: the server could close an idle one while a request is on its way.
      const passed = send(baseUrl + request.url, { method, headers, agent: false }, (received) => {
        received.pipe(response.writeHead(received.statusCode ?? 502, received.headers));
      });
      request.pipe(passed.on('error', () => response.destroy()));
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    try {
      const reached = { PAYMENTS_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, PAYMENTS_TOKEN: token };
      const { counts, failed } = await runTests(reached, '-t', 'fetch-payment/as-created/amount$');
      expect([counts.failed, counts.passed, failed[0]?.title]).toEqual([1, 0, 'fetch-payment/as-created/amount']);
      // The suite sends only the requests of the baseline, one of which creates an invoice, and those of the selected case.
      expect(asked).toBeLessThan(10);
      const { counts: bailed, tests } = await runTests(reached, '--bail', '1');
      expect(bailed.failed).toBe(1);
      expect(bailed.passed + bailed.failed).toBeLessThan(tests.length);
    } finally {
      front.closeAllConnections();
      front.close();
      faulty.signal('SIGTERM');
      await faulty.ended;
    }
  });

  test('.only leaves its cases, and --reporter=junit has each with its finding and its curl line', async () => {
    writeFileSync(
      join(project, 'only.test.js'),
      `import { test } from 'vitest';
       import { describeConformance } from ${entry('/vitest')};
       test('another', () => { throw new Error('was run'); });
       describeConformance({ start: 'exit 7', name: 'of another server' });
       describeConformance.only({ start: process.env.START, case: 'fetch-payment/as-created' });`,
    );
    onTestFinished(() => rmSync(join(project, 'only.test.js')));
    const junit = join(folder, 'junit.xml');
    const args = ['only', '--reporter=junit', `--outputFile.junit=${junit}`];
    const { counts, failed, exit, output } = await runTests({ START: server('amount-changed-at-fetch') }, ...args);
    expect([exit, counts.failed, failed[0]?.title], output).toEqual([1, 1, 'fetch-payment/as-created/amount']);
    expect(counts.passed).toBeGreaterThan(5);
    const text = readFileSync(junit, 'utf8');
    expect(text).toMatch(/<testcase [^>]*fetch-payment\/as-created\/amount"[^>]*>\s*<failure message="[^"]*curl -sS -i/);
    expect(text.match(/<failure /g)).toHaveLength(1);
  });

  test('watch runs them again when a file changes, and ends what it started', async () => {
    const environment = { START: server('amount-changed-at-fetch') };
    const file = join(project, 'conformance.test.js');
    const args = [join(modules, 'vitest/vitest.mjs'), 'watch', 'conformance.test', '-t', 'as-created/amount$'];
    const watching = start(process.execPath, args, environment);
    try {
      await watching.waitFor(/Watching for file changes/);
      appendFileSync(file, '\n');
      await watching.waitFor(/RERUN[\s\S]*1 failed[\s\S]*Watching for file changes/);
    } finally {
      watching.signal('SIGTERM');
    }
    const { output } = await watching.ended;
    const servers = new Set(output.match(/http:\/\/127\.0\.0\.1:\d+/g));
    expect(servers.size).toBe(2);
    for (const one of servers) await expect(fetch(one)).rejects.toThrow('fetch failed');
  });

  test.each([
    ['nobody is there', { PAYMENTS_URL: 'http://127.0.0.1:9', PAYMENTS_TOKEN: 'any-token' }, 'cannot be checked'],
    ['the command that starts it ends', { START: 'echo hello; exit 3' }, 'It printed: hello'],
  ])('%s: each case fails by name, as the command exits 2', async (_name, environment, sentence) => {
    const { counts, failed, tests } = await runTests(environment);
    expect(counts).toEqual({ failed: tests.length, passed: 0, skipped: 0 });
    expect(failed[0]?.failureMessages[0]).toContain(sentence);
  });
});

test('node --test has the same tests', async () => {
  const code = `import { describeConformance } from ${entry('/node-test')};
    describeConformance({ start: process.env.START, case: ${JSON.stringify(chosen)} });`;
  writeFileSync(join(project, 'conformance.node.js'), code);
  const args = ['--test', '--test-reporter=tap', 'conformance.node.js'];
  const { exit, output } = await start(process.execPath, args, { START: server('amount-changed-at-fetch') }).ended;
  expect(output).toMatch(/not ok \d+ - fetch-payment\/as-created\/amount$/m);
  expect(output).toMatch(/^ +ok \d+ - fetch-payment\/as-created\/id$/m);
  expect(output).toContain('received: amount: 12.35');
  expect(exit).toBe(1);
});

interface Told {
  counts: Record<'fail' | 'pass' | 'skipped' | 'inconclusive', number>;
  results: { id: string; verdict: string }[];
}

async function tell(fault: string, ...args: string[]): Promise<Told> {
  const command = join(modules, '.bin/payment-invoice-conformance');
  const { output } = await start(command, ['--start', server(fault), ...args]).ended;
  expect(output).toContain('is not conformant');
  return JSON.parse(readFileSync(join(project, 'conformance-report/report.json'), 'utf8'));
}

interface TestResult {
  title: string;
  status: string;
  ancestorTitles: string[];
  failureMessages: string[];
}

async function runTests(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const vitest = join(modules, 'vitest/vitest.mjs');
  const file = join(folder, 'results.json');
  rmSync(file, { force: true });
  const command = [vitest, 'run', '--reporter=json', `--outputFile.json=${file}`, ...args];
  const { exit, output } = await start(process.execPath, command, environment).ended;
  const read = (): { testResults: { assertionResults: TestResult[] }[] } => JSON.parse(readFileSync(file, 'utf8'));
  expect(existsSync(file), output).toBe(true);
  const results = read().testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...status: string[]): number => results.filter((one) => status.includes(one.status)).length;
  const counts = { failed: count('failed'), passed: count('passed'), skipped: count('skipped', 'pending') };
  return {
    exit,
    output,
    counts,
    tests: results.map(({ title }) => title),
    failed: results.filter(({ status }) => status === 'failed'),
  };
}

function linkVitest(): void {
  if (!existsSync(join(modules, 'vitest'))) symlinkSync(realpathSync(join(root, 'node_modules/vitest')), join(modules, 'vitest'));
}

async function run(file: string, args: string[], cwd: string): Promise<void> {
  const { exit, output } = await startCommand(file, args, {}, patience, cwd).ended;
  if (exit !== 0) throw new Error(`${[file, ...args].join(' ')} ended with ${exit}:\n${output}`);
}
