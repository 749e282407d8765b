import { join } from 'node:path';
import { execa } from 'execa';

export const root = join(import.meta.dirname, '../..');

export interface Ended {
  status: number | null;
  output: string;
  errors: string;
}

const ending = new AbortController();

/** The time limit of a program, in minutes. Without one, a server that was changed wrongly could make a run endless. */
const longest = 15;

export const endPrograms = (): void => ending.abort();

/** Runs a program in the repository's root. @throws Error when it cannot be started or does not end in time */
export async function runProgram(command: string, ...args: string[]): Promise<Ended> {
  const settings = { cwd: root, stdin: 'ignore', reject: false, cancelSignal: ending.signal, timeout: longest * 60_000 } as const;
  const { exitCode, stdout, stderr, cause, timedOut } = await execa(command, args, settings);
  if (timedOut) throw new Error(`This took more than ${longest} minutes, and was stopped: ${[command, ...args].join(' ')}`);
  if (cause instanceof Error && exitCode === undefined && !ending.signal.aborted) throw cause;
  return { status: exitCode ?? null, output: stdout, errors: stderr };
}

/** Runs one of our programs that prints JSON. @throws Error with the program's own message when it prints no JSON */
export async function askProgram<T>(file: string, ...args: string[]): Promise<T> {
  const { output, errors } = await runProgram(process.execPath, file, ...args);
  try {
    return JSON.parse(output);
  } catch (error) {
    throw new Error(`${file} ${args.join(' ')} could not determine what is owed:\n${(errors || output).trim()}`, {
      cause: error,
    });
  }
}
