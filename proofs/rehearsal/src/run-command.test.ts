import { expect, test } from 'vitest';
import { startCommand } from './run-command.ts';

const shell = (script: string) => ({ file: 'sh', args: ['-c', script], cwd: '/', env: { PATH: process.env.PATH } });

test('an interruption kills a command with all that it has started', async () => {
  const interruption = new AbortController();
  const running = startCommand(shell('sleep 600 & echo begun; wait'), interruption.signal);
  await running.waitFor(/begun/);
  interruption.abort();
  // It ends when nobody holds its output any more: the child would, for ten minutes.
  expect(await running.ended).toMatchObject({ exit: 'SIGKILL' });
});

test('a command that takes too long is killed, and says so', async () => {
  const ended = await startCommand({ ...shell('echo begun; exec sleep 600'), timeoutMs: 200 }, new AbortController().signal)
    .ended;
  expect(ended).toMatchObject({ exit: 'SIGKILL', stdout: 'begun\n', output: expect.stringContaining('(killed after 0.2 s)') });
});

test('one that cannot be started says why', async () => {
  const ended = await startCommand({ ...shell(''), file: 'no-such-command' }, new AbortController().signal).ended;
  expect(ended).toEqual({ exit: 'not started', stdout: '', output: expect.stringContaining('ENOENT') });
});
