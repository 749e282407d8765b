import { execa } from 'execa';

/** A program to run: its file, arguments, environment and limits. */
export interface Program {
  file: string;
  args?: readonly string[];
  cwd?: string;
  /** The complete environment. By default it is the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** The id of the user to run the program as. By default it is the user of this process. */
  user?: number;
  /** The milliseconds after which the process group is killed; 300,000 by default. */
  timeoutMs?: number;
  /** When this signal is aborted, the process group is killed. */
  interrupt?: AbortSignal;
}

/** The result of a program: its exit code, or the signal that ended it, and its output. */
export interface Ended {
  exit: number | string;
  stdout: string;
  /** Standard output and standard error in one string, in the order in which they arrived. */
  output: string;
}

/** A running program, in its own process group. */
export interface Running {
  pid: number | undefined;
  /** Returns standard output and standard error so far, in one string. */
  output(): string;
  ended: Promise<Ended>;
  /** Waits until the output matches, and returns the match. @throws Error with the output when the program ends first */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a signal to the whole process group, as a terminal does. If the group has ended, does nothing. */
  signal(name: NodeJS.Signals): void;
}

/** Runs a program until it ends, whatever its exit code. */
export function runProcess(program: Program): Promise<Ended> {
  return startProcess(program).ended;
}

/** Starts a program in its own process group. */
export function startProcess({ file, args = [], cwd, env, user, timeoutMs = 300_000, interrupt }: Program): Running {
  const child = execa(file, args, {
    ...(cwd !== undefined && { cwd }),
    ...(env && { env, extendEnv: false }),
    ...(user !== undefined && { uid: user, gid: user }),
    stdin: 'ignore',
    all: true,
    detached: true,
    reject: false,
    stripFinalNewline: false,
  });
  let output = '';
  child.all.setEncoding('utf8').on('data', (text: string) => (output += text));
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // The group has already ended.
    }
  };
  let late = '';
  const kill = () => signal('SIGKILL');
  const timer = setTimeout(() => {
    late = `\n(killed after ${timeoutMs / 1000} s)`;
    kill();
  }, timeoutMs);
  interrupt?.addEventListener('abort', kill);
  const ended = child
    .then(({ exitCode, signal, stdout, all, shortMessage }): Ended => {
      const exit = exitCode ?? signal ?? 'not started';
      return { exit, stdout: stdout ?? '', output: exit === 'not started' ? (shortMessage ?? '') : `${all}${late}` };
    })
    .finally(() => {
      clearTimeout(timer);
      interrupt?.removeEventListener('abort', kill);
    });
  const waitFor = (pattern: RegExp) => {
    const found = new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const match = pattern.exec(output);
        if (match) resolve(match);
      };
      child.all.on('data', look);
      look();
    });
    const early = ended.then(({ exit, output }): never => {
      throw new Error(`${describe({ file, args })} ended with ${exit} before it said ${pattern}:\n${tail(output)}`);
    });
    return Promise.race([found, early]);
  };
  return { pid: child.pid, output: () => output, ended, waitFor, signal };
}

/** Returns the last lines of an output, which usually name the cause. */
export function tail(output: string): string {
  return output.trim().split('\n').slice(-15).join('\n');
}

/** Returns the beginning of a program's command line, as a name for the program in messages. */
export function describe({ file, args = [] }: Pick<Program, 'file' | 'args'>): string {
  return [file.split('/').at(-1), ...args].join(' ').slice(0, 120);
}
