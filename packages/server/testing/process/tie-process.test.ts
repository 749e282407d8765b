import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { isRunning } from '@payment-invoice/browser/is-running';
import { expect, test } from 'vitest';
import { makeTestDirectory } from '../start-test-server.ts';

const addressOf = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)));

/** A script that ties a folder, a stopped process and a running process to itself, and prints the ids of the two processes. */
const script = `
const { spawn } = await import('node:child_process');
const { tieFolder } = await import(${addressOf('tie-process.ts')});
const { tieProcess } = await import(${addressOf('tie-process.ts')});
tieFolder(process.argv[1]);
const children = [1, 2].map(() => spawn('sleep', ['3600'], { stdio: 'ignore' }));
for (const child of children) tieProcess(child);
children[0].kill('SIGSTOP');
console.log(children.map(({ pid }) => pid).join(' '));
`;

/** Starts the script. Returns its process, and the ids of the processes that are tied to it. */
async function start(folder: string) {
  const args = ['--input-type=module', '--eval', script, folder];
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  return { parent, pids: line.split(' ').map(Number) };
}

test.each(['SIGKILL', 'SIGTERM'] as const)('what is tied to a process that ends by %s is gone too', async (signal) => {
  const folder = makeTestDirectory();
  writeFileSync(join(folder, 'file'), '');
  const { parent, pids } = await start(folder);
  const remains = () => [...pids.map(isRunning), existsSync(folder)];
  expect(remains()).toEqual([true, true, true]);
  parent.kill(signal);
  await expect.poll(remains, { interval: 20 }).toEqual([false, false, false]);
});
