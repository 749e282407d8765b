import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tieProcess } from './tie-process.ts';

/** A program in a separate process. */
export interface Child {
  /** The first line that the program printed. */
  line: string;
  pid: number;
  /** Ends the program at once, or with another signal. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a script that ends with this process, and waits for its first line. `within` is a command that replaces itself by the
 * command in its arguments.
 * @throws Error when the script ends before that
 */
export async function startChild(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  { stderr = 'ignore', within = [] }: { stderr?: 'ignore' | 'inherit'; within?: readonly string[] } = {},
): Promise<Child> {
  const [command = '', ...words] = [...within, process.execPath, script, ...args];
  const child = spawn(command, words, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', stderr],
  });
  tieProcess(child);
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`${script} did not start: it ended with ${code}.`);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
  return {
    line,
    pid: child.pid ?? 0,
    end: async (signal = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
    },
  };
}
