import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { tieProcess } from './tie-process.ts';

/** Returns the variables that a test's program needs from the environment. */
export const nodeEnv = () => ({ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE });

/** A program that runs in a separate process. */
export interface Child {
  /** The first line that the program printed. */
  line: string;
  pid: number;
  /** Ends the program, by default immediately, or with the given signal. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a script, which is ended when this process ends, and waits for its first line.
 * @param within a command that replaces itself with the command in its arguments, such as `sh -c 'exec "$@"' sh`
 * @throws Error if the script ends before it prints a line
 */
export async function startChild(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  { stderr = 'ignore', within = [] }: { stderr?: 'ignore' | 'inherit'; within?: readonly string[] } = {},
): Promise<Child> {
  const [command = '', ...words] = [...within, process.execPath, script, ...args];
  const child = spawn(command, words, { env: { ...nodeEnv(), ...env }, stdio: ['pipe', 'pipe', stderr] });
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

/** A command that has ended, with everything that it printed. */
export interface EndedCommand {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a program of the server's `bin/` until it ends. Its environment is only `env` and the variables that Node.js needs. */
export async function runCommand(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<EndedCommand> {
  const script = join(import.meta.dirname, '../../bin', name);
  const child = spawn(process.execPath, [script, ...args], { env: { ...nodeEnv(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  tieProcess(child);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}
