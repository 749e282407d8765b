import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Started, startCommand } from '../../conformance/src/command/deployment/start-command.ts';
import { findChromium, openBrowser } from '../../packages/browser/src/index.ts';
import { UsageError } from '../../packages/server/src/errors/usage-error.ts';

const root = join(import.meta.dirname, '../..');
const start = `cd '${root}' && sh scripts/start-throwaway.sh`;

/** The result of a measurement: wall time in seconds and, for a command, its CPU time in seconds and its peak memory. */
interface Measured {
  seconds: number;
  cpu?: number;
  megabytes?: number;
}

/**
 * How long people wait for something, and the longest that they should wait (`goal`), in seconds. Pages are measured in a
 * browser that runs at a quarter of the CPU's speed.
 */
interface Figure {
  name: string;
  title: string;
  goal?: number;
  measure(): Promise<Measured>;
}

/** A module for a process. When the process exits, it writes to file descriptor 3 which resources it has used. */
const meter = `data:text/javascript,import { writeSync } from 'node:fs'; process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: Math.round(maxRSS / 1024) }));
});`;

/** The folder of the packed suite. It is inside the suite's own folder, so that Node.js finds the suite's dependencies. */
const packed = join(root, 'conformance/node_modules/.cache/packed');

/**
 * Packs the suite, because teams run the package rather than this checkout. Runs it once, so that its compiled code is cached
 * before the measured runs.
 */
export async function packSuite(): Promise<void> {
  const args = ['run', '-s', 'pack', '--', '--room', 'conformance', '--folders', '--out', packed];
  await run('npm', args);
  await runSuite('--profile', 'full', '--dry-run');
}

async function run(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (exit !== 0) throw new UsageError(`${program} ${args.join(' ')} failed, for the reason above.`);
}

/** Runs the command of the packed suite. */
async function runSuite(...args: string[]): Promise<Measured> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', meter.replaceAll('\n', ' '), join(packed, 'conformance/dist/bin/conformance.js'), ...args],
    // Removes the variables that point to a deployment, so that only the servers started here are measured.
    { cwd: root, env: { ...process.env, BASE_URL: undefined, TOKEN: undefined }, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] },
  );
  let [said, used] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdio[3]?.on('data', (text: Buffer) => (used += text));
  const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (exit !== 0) throw new Error(`The suite ended with ${exit}:\n${said}`);
  return { seconds: (performance.now() - began) / 1000, ...JSON.parse(used) };
}

/** Calls `work` with a temporary folder for reports, and then deletes the folder. */
async function withFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'));
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

const check = (...args: string[]): Promise<Measured> =>
  withFolder((out) => runSuite('--start', start, '--adapter', 'sandbox', '--out', out, ...args));

/** Calls `work` with a sandbox, and then stops the sandbox. */
async function withServer(work: (server: Started) => Promise<Measured>): Promise<Measured> {
  const server = await startCommand(start, 60_000, new AbortController().signal);
  return work(server).finally(() => server.stop());
}

async function firstResponse(): Promise<Measured> {
  const began = performance.now();
  return withServer(async ({ baseUrl, token }) => {
    const response = await fetch(`${baseUrl}/api/v1/payments/create`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ cashTag: '$coffeeshop', amount: 12.5 }),
    });
    if (!response.ok) throw new Error(`The first create got ${response.status}.`);
    return { seconds: (performance.now() - began) / 1000 };
  });
}

/** Opens a file in a browser at a quarter of the CPU's speed. The script `seen` returns the ms until the page is readable. */
async function openPage(file: string, seen: string): Promise<Measured> {
  const chromium = await findChromium();
  if (typeof chromium === 'string') throw new UsageError(`The page cannot be opened: ${chromium}.`);
  const browser = await openBrowser(chromium);
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(pathToFileURL(file).href);
    return { seconds: (await page.evaluate<number>(seen)) / 1000 };
  } finally {
    await browser.close();
  }
}

/** Opens the report of a full run, and waits until it is painted. */
const openReport = (): Promise<Measured> =>
  withFolder(async (out) => {
    await runSuite('--start', start, '--adapter', 'sandbox', '--profile', 'full', '--out', out);
    return openPage(
      join(out, 'report.html'),
      `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`,
    );
  });

/** Opens an edition of the docs, and waits until an operation is on the page. */
async function openDocs(edition: string): Promise<Measured> {
  await run('sh', ['scripts/docs-if-stale.sh']);
  return openPage(
    join(root, 'packages/generated/docs', edition),
    `new Promise(function look(resolve) {
      if (document.body.innerText.includes('Create a payment invoice')) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(() => look(resolve));
    })`,
  );
}

/** Everything that is measured, in the order of the table. */
export const figures: readonly Figure[] = [
  { name: 'version', title: '`--version`', goal: 0.12, measure: () => runSuite('--version') },
  { name: 'plan', title: 'the plan of the full profile', goal: 0.6, measure: () => runSuite('--profile', 'full', '--dry-run') },
  {
    name: 'case',
    title: 'one case on a running server',
    goal: 0.25,
    measure: () =>
      withServer(({ baseUrl, token }) =>
        withFolder(async (out) => {
          const args = ['--base-url', baseUrl, '--token', token, '--profile', 'full', '--case', 'unknown-path', '--out', out];
          // This first run is not measured, because a server that has just started takes longer to respond.
          await runSuite(...args);
          return runSuite(...args);
        }),
      ),
  },
  { name: 'start', title: 'start of a sandbox until its first response', goal: 0.3, measure: firstResponse },
  { name: 'core', title: 'core on the reference server', goal: 2, measure: () => check() },
  { name: 'full', title: 'full profile on the reference server', goal: 10, measure: () => check('--profile', 'full') },
  { name: 'report', title: 'the report of a full run, opened on a CPU that is 4 times slower', goal: 1, measure: openReport },
  { name: 'redoc', title: "an operation in Redoc's docs, on such a CPU", measure: () => openDocs('index.html') },
  { name: 'page', title: 'an operation in the docs on one page, on such a CPU', measure: () => openDocs('page.html') },
];
