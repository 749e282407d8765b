import { describeOwnContract } from '../contract/own-contract.ts';
import { ConformanceError } from '../outcome/conformance-error.ts';
import { NothingProven } from '../outcome/nothing-proven.ts';
import { encodePrinted } from '../text/encode-output.ts';
import { findPackage } from '../text/find-package.ts';
import { beginCommand, endUnused, startAtMost } from './deployment/start-command.ts';
import { help } from './options/help.ts';
import { type Options, parseOptions } from './options/parse-options.ts';
import type { Surroundings } from './surroundings.ts';

/** Returns the command that starts the server, if the options ask for a run against it. */
const commandOf = ({ start, baseUrl, har, checkPlan, list, dryRun }: Options): string | undefined =>
  baseUrl !== undefined || har !== undefined || checkPlan || list || dryRun ? undefined : start;

function describeVersion(): string {
  const { name, version } = findPackage();
  const { version: contract, sha256 } = describeOwnContract();
  return `${name} ${version}, contract ${contract} (${sha256.slice(0, 12)}), Node.js ${process.version}\n`;
}

/** Runs the command and returns its exit code. Throws only if the suite itself has a defect. */
export async function runCommand(args: string[], given: Surroundings): Promise<number> {
  const runner = given.environment.GITHUB_ACTIONS === 'true';
  const print = (text: string): void => given.print(encodePrinted(text, runner));
  const surroundings = { ...given, print, tellRunner: runner ? given.print : undefined };
  try {
    if (args[0] === 'compare') return (await import('./run-compare.ts')).runCompare(args.slice(1), surroundings);
    if (args[0] === 'watch') return await (await import('./watch/run-watch.ts')).runWatch(args.slice(1), surroundings);
    const options = parseOptions(args, surroundings.environment);
    if (options.help || options.version) {
      print(options.help ? help : describeVersion());
      return 0;
    }
    // Starts the server now: it needs about as long to get ready as the suite needs to load and to plan the run.
    const command = commandOf(options);
    const begun = command === undefined ? undefined : beginCommand(command, startAtMost, surroundings.interrupt);
    try {
      // run-task.ts imports almost everything else, so it is loaded only now: help and error messages need not wait for it.
      const { runTask } = await import('./run-task.ts');
      if (surroundings.interrupt.aborted)
        throw new NothingProven('The run was ended before anything was checked. Start it again for a verdict.');
      return await runTask(options, args, { ...surroundings, begun });
    } finally {
      if (begun) await endUnused(begun);
    }
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error;
    print(`${error.message}\n`);
    if (error instanceof NothingProven) print('Nothing is proven about this deployment.\n');
    return 2;
  }
}
