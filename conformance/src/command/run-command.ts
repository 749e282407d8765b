import { NothingProven } from '../subject/nothing-proven.ts';
import type { RunningSubject } from '../subject/running-subject.ts';
import { help } from './help.ts';
import { parseOptions, UsageError } from './parse-options.ts';
import type { Terminal } from './show-progress.ts';

/** Where the command writes, and what ends it. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  print(text: string): void;
  /** Progress goes here, where it is a terminal. */
  terminal: Terminal;
  /** Ends a run early. */
  interrupt: AbortSignal;
  /** Starts a small lawful server in this process, to rehearse a run on. */
  startRehearsalServer(): Promise<RunningSubject>;
}

/**
 * The command as a function; its exit code is given back.
 * A user's mistake and a deployment that cannot be checked are sentences; only a defect of the suite throws.
 */
export async function runCommand(args: string[], surroundings: Surroundings): Promise<number> {
  const { print } = surroundings;
  try {
    const options = parseOptions(args, surroundings.environment);
    if (options.help) {
      print(help);
      return 0;
    }
    // Late, because it loads everything: help and a mistyped option are answered at once.
    const { runTask } = await import('./run-task.ts');
    return await runTask(options, args, surroundings);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof NothingProven)) throw error;
    print(`${error.message}\n`);
    if (error instanceof NothingProven) print('Nothing is proven about this deployment.\n');
    return 2;
  }
}
