import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, runCommand, toolEnvironment } from './command.ts';

/** Seconds that are enough for the first run, in which everything is downloaded and compiled. */
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
