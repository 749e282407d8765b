import { runProcess } from '@payment-invoice/browser/run-process';

/** A program with its arguments, working directory and environment. */
export interface Command {
  argv: string[];
  cwd: string;
  env?: Record<string, string>;
}

export interface Outcome {
  code: number | null;
  output: string;
}

/**
 * Returns an environment that makes all tools store downloads and compiled files in `cache`, and nothing in the user's own
 * folders.
 */
export function toolEnvironment(cache: string): Record<string, string> {
  return {
    GOPATH: `${cache}/go`,
    GOBIN: `${cache}/bin`,
    GOFLAGS: '-modcacherw',
    GOCACHE: `${cache}/go-build`,
    CARGO_HOME: `${cache}/cargo`,
    CARGO_TARGET_DIR: `${cache}/cargo-target`,
    MAVEN_OPTS: `-Dmaven.repo.local=${cache}/maven`,
    PIP_CACHE_DIR: `${cache}/pip`,
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

/**
 * Runs a command to its end with low priority, and returns what the command printed. When `signal` is aborted or the time is up,
 * kills the command and all processes that it started.
 * @throws Error when the command cannot be started
 */
export async function runCommand({ argv, cwd, env }: Command, seconds: number, signal: AbortSignal): Promise<Outcome> {
  signal.throwIfAborted();
  const args = ['-n', '10', ...argv];
  const program = { file: 'nice', args, cwd, env: { ...process.env, ...env }, timeoutMs: seconds * 1000, interrupt: signal };
  const { exit, output } = await runProcess(program);
  signal.throwIfAborted();
  if (exit === 'not started') throw new Error(output);
  return { code: typeof exit === 'number' ? exit : null, output };
}

/** Kills the process group that the process `pid` leads. Does nothing if the group has already ended. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
