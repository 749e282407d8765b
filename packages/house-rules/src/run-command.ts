import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { root } from './repository.ts';

/** The end of a command: its exit code, or the name of the signal that ended it, and both outputs together. */
export interface Ended {
  exit: number | string;
  output: string;
}

/** A command that runs, in a process group of its own. */
export interface Running {
  child: ChildProcess;
  /** Returns its output so far. */
  output: () => string;
  ended: Promise<Ended>;
  /** Sends a signal to the whole group, as a terminal does; to none when it is gone. */
  signal: (name: NodeJS.Signals) => void;
}

/** Starts a command, at the repository's root by default, on the Node that runs the tests; it is killed after `timeoutMs`. */
export function startCommand(file: string, args: string[], env: NodeJS.ProcessEnv, timeoutMs: number, cwd = root): Running {
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // The group is gone already.
    }
  };
  const timer = setTimeout(() => {
    output += `\n(killed by the test after ${timeoutMs / 1000} s)`;
    signal('SIGKILL');
  }, timeoutMs);
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signalName) => done({ exit: code ?? signalName ?? 'unknown', output }));
  }).finally(() => clearTimeout(timer));
  return { child, output: () => output, ended, signal };
}

/** Waits until `find` matches the command's output. Throws an Error with the whole output when the command ends before. */
export async function waitForOutput(running: Running, find: RegExp): Promise<string> {
  const found = new Promise<string>((done) => {
    const look = () => {
      const match = find.exec(running.output());
      if (match) done(match[0]);
    };
    running.child.stdout?.on('data', look);
    running.child.stderr?.on('data', look);
    look();
  });
  const early = running.ended.then(({ exit, output }): never => {
    throw new Error(`It ended (${exit}) before it said ${find}. It said:\n${output}`);
  });
  return Promise.race([found, early]);
}
