import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

// Only Linux has the sockets that takeTurns uses. Elsewhere no browser is unpacked, so there is nothing to test.
const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)('one works at a time, after a failure too', async () => {
  const done: string[] = [];
  const name = `order ${process.pid}`;
  const work = (label: string) => async () => {
    done.push(`${label} begins`);
    await new Promise((later) => setImmediate(later));
    done.push('ends');
    if (label === 'first') throw new Error('no space left');
  };
  const outcomes = await Promise.allSettled(['first', 'second', 'third'].map((label) => takeTurns(name, work(label))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(done.filter((_, index) => index % 2 === 1)).toEqual(['ends', 'ends', 'ends']);
});

test.skipIf(!isLinux)('a process that is killed leaves its turn to the next', async () => {
  const name = `killed ${process.pid}`;
  const source = pathToFileURL(join(import.meta.dirname, 'take-turns.ts')).href;
  const script = `import { takeTurns } from '${source}';
await takeTurns('${name}', () => new Promise(() => { console.log('mine'); setInterval(() => {}, 1000); }));`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(owner.stdout, 'data');
  let isDone = false;
  const next = takeTurns(name, async () => {
    isDone = true;
  });
  // Takes an unrelated turn first. If `next` did not have to wait, it would have finished by the end of that turn.
  await takeTurns(`${name}, another`, async () => undefined);
  expect(isDone).toBe(false);
  owner.kill('SIGKILL');
  await next;
  expect(isDone).toBe(true);
});
