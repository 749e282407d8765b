import { spawn } from 'node:child_process';

/** A command to run, with the folder it runs in and all of its environment. */
export interface Command {
  file: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The user that it runs as; ours when absent. */
  user?: number;
  timeoutMs?: number;
}

/** The end of a command: its exit code, or the signal that ended it, and what it said. */
export interface Ended {
  exit: number | string;
  stdout: string;
  /** Both outputs, in the order in which they came. */
  output: string;
}

/** A command that runs, in a process group of its own. */
export interface Running {
  ended: Promise<Ended>;
  /** Waits until the output matches. @throws Error with the output when the command ends before */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal to the whole group; to none when it is gone. */
  signal(name: NodeJS.Signals): void;
}

/** Starts a command. Its whole group is killed when its time is over, and when `interrupt` aborts. */
export function startCommand(command: Command, interrupt: AbortSignal): Running {
  const { file, args, cwd, env, user, timeoutMs = 300_000 } = command;
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(user !== undefined && { uid: user, gid: user }),
  });
  const text = { stdout: '', output: '' };
  const readers = new Set<() => void>();
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // The group is gone already.
    }
  };
  const read = (chunk: string, isOut: boolean) => {
    text.output += chunk;
    if (isOut) text.stdout += chunk;
    for (const reader of readers) reader();
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => read(chunk, true));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => read(chunk, false));
  const kill = () => signal('SIGKILL');
  const timer = setTimeout(() => {
    read(`\n(killed after ${timeoutMs / 1000} s)`, false);
    kill();
  }, timeoutMs);
  interrupt.addEventListener('abort', kill);
  const ended = new Promise<Ended>((resolve) => {
    child.on('error', ({ message }) => resolve({ exit: 'not started', stdout: '', output: message }));
    child.on('close', (code, name) => resolve({ exit: code ?? name ?? 'unknown', ...text }));
  }).finally(() => {
    clearTimeout(timer);
    interrupt.removeEventListener('abort', kill);
  });
  const waitFor = (pattern: RegExp) => {
    const found = new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const match = pattern.exec(text.output);
        if (match) resolve(match);
      };
      readers.add(look);
      look();
    });
    const early = ended.then(({ exit, output }): never => {
      throw new Error(`${describe(command)} ended with ${exit} before it said ${pattern}:\n${tail(output)}`);
    });
    return Promise.race([found, early]);
  };
  return { ended, waitFor, signal };
}

/** Returns the end of an output, where the reason mostly is. */
export function tail(output: string): string {
  return output.trim().split('\n').slice(-15).join('\n');
}

/** Names a command by the beginning of its words. */
export function describe({ file, args }: Pick<Command, 'file' | 'args'>): string {
  return [file.split('/').at(-1), ...args].join(' ').slice(0, 120);
}
