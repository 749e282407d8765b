import { accessSync, constants, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Place } from '../generators/generator.ts';
import { type Command, runCommand, toolEnvironment } from './command.ts';

/** The time limit of a command, in seconds. The first run has to download and compile everything. */
const commandSeconds = 900;

/**
 * Runs commands one after another, and writes their output to a log beside the files that they make.
 * @returns the end of the output of the first command that failed
 * @throws only when `signal` is aborted
 */
export async function runAll(
  commands: Command[],
  place: { cache: string; folder: string },
  log: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  let printed = '';
  for (const { argv, cwd, env } of commands) {
    const outcome = await runCommand(
      { argv, cwd, env: { ...toolEnvironment(place.cache), ...env } },
      commandSeconds,
      signal,
    ).catch((error: Error) => {
      signal.throwIfAborted();
      return { code: null, output: error.message };
    });
    printed += `$ ${argv.join(' ')}\n${outcome.output}\n`;
    writeFileSync(join(place.folder, log), printed);
    if (outcome.code !== 0)
      return `${argv.slice(0, 3).join(' ')} ended with ${outcome.code}: ${outcome.output.trim().slice(-1500)}`;
  }
  return undefined;
}

/** Returns a sentence that names the programs missing from the PATH, or undefined if all are there. */
export function findMissing(...needs: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = needs.filter((name) => !folders.some((folder) => isProgram(join(folder, name))));
  return missing.length > 0 ? `${missing.join(', ')} not on the PATH` : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Recreates the folder of a trial with the files of its source folders, and creates the cache if needed. A source
 * folder that does not exist is skipped.
 */
export function prepareFolder({ folder, cache }: Place, ...sources: string[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(cache, { recursive: true });
  for (const source of sources.filter((one) => existsSync(one))) cpSync(source, folder, { recursive: true });
}

/** A tool's last output on one line, and its exit code. The exit code is null when the tool did not run. */
export interface Verdict {
  exit: number | null;
  verdict: string;
}
