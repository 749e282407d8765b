/** Runs the command as a process: its streams, its signals, and an end within a second of Ctrl-C. */
import { findCallWords } from '../src/command/options/find-call-words.ts';
import { runCommand } from '../src/command/run-command.ts';
import { encodePrinted } from '../src/text/encode-output.ts';

// A reader of the output may stop, as `| head` does: that changes no result and no exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const ending = new AbortController();
let first: number | undefined;
// The first Ctrl-C ends the run and leaves its report; a later one ends the process. Two within a second count as one:
// npm passes on a signal that its child already had from the terminal.
function end(): void {
  first ??= performance.now();
  if (!ending.signal.aborted && process.stderr.isTTY) process.stderr.write('\n');
  ending.abort();
  if (performance.now() - first > 1000) leave(2);
  // Whatever does not end by itself: nobody waits longer for the prompt.
  setTimeout(() => {
    process.stderr.write('Something that the run waited for did not end in time, and was left.\n');
    leave(2);
  }, 900).unref();
}
// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

let isOver = false;
function leave(exit: number): never {
  isOver = true;
  process.exit(exit);
}
// An adapter runs in this process: its errors, and a process.exit of its own, must not look like a verdict.
process.on('exit', () => {
  if (isOver) return;
  process.exitCode = 2;
  process.stderr.write('The process was ended before the run was over, by the adapter or by an error: nothing is proven.\n');
});
// Nothing is under way any more and the run is not over: a promise of the adapter never settles.
process.once('beforeExit', () => {
  process.stderr.write('Something that was asked of the adapter never ends, so the run is ended.\n');
  ending.abort();
});

// Without a wait at the top: a single executable is CommonJS.
const running = runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(text),
  printsToTerminal: process.stdout.isTTY === true,
  callWords: findCallWords(process.env, process.argv[1] ?? ''),
  terminal: process.stderr,
  interrupt: ending.signal,
}).catch((error: Error) => {
  const said = 'The suite itself broke, which says nothing about the deployment. Please report this:';
  process.stderr.write(encodePrinted(`${said}\n${error.stack}\n`, process.env.GITHUB_ACTIONS === 'true'));
  return 2;
});
// A run that was interrupted may leave requests open, which nobody waits for.
void running.then((exit) => process.stdout.write('', () => leave(exit)));
