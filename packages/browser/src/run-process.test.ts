import { expect, test } from 'vitest';
import { runProcess, startProcess } from './run-process.ts';

const shell = (script: string) => ({ file: 'sh', args: ['-c', script], cwd: '/', env: { PATH: process.env.PATH } });

test('an interruption kills a program with all that it has started', async () => {
  const interruption = new AbortController();
  const running = startProcess({ ...shell('sleep 600 & echo begun; wait'), interrupt: interruption.signal });
  await running.waitFor(/begun/);
  interruption.abort();
  // `ended` resolves once no process has the program's output open. A child that survived would keep it open for ten minutes.
  expect(await running.ended).toMatchObject({ exit: 'SIGKILL' });
});

test('a program that takes too long is killed, and says so', async () => {
  const ended = await runProcess({ ...shell('echo begun; exec sleep 600'), timeoutMs: 200 });
  expect(ended).toMatchObject({ exit: 'SIGKILL', stdout: 'begun\n', output: 'begun\n\n(killed after 0.2 s)' });
});

test('one that ends before it says what is waited for is an error with its output', async () => {
  const running = startProcess(shell('echo first; echo second >&2; exit 3'));
  await expect(running.waitFor(/third/)).rejects.toThrow(/ended with 3 before it said \/third\/:\nfirst\nsecond/);
  expect(await running.ended).toEqual({ exit: 3, stdout: 'first\n', output: 'first\nsecond\n' });
});

test('one that cannot be started says why', async () => {
  const ended = await runProcess({ ...shell(''), file: 'no-such-command' });
  expect(ended).toEqual({ exit: 'not started', stdout: '', output: expect.stringContaining('ENOENT') });
});
