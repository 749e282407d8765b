/** Runs the command in this process: connects its streams and signals, and makes it end within a second of Ctrl-C. */
import { findCallWords } from '../src/command/options/reproduce-command.ts';
import { runCommand } from '../src/command/run-command.ts';
import { encodePrinted } from '../src/text/encode-output.ts';

const ending = new AbortController();
let first: number | undefined;
// The first Ctrl-C ends the run with a report, and a later Ctrl-C ends the process. Two within a second count as one, because npm
// repeats a signal that its child has already received from the terminal.
function end(): void {
  first ??= performance.now();
  if (!ending.signal.aborted && process.stderr.isTTY) process.stderr.write('\n');
  ending.abort();
  if (performance.now() - first > 1000) leave(2);
  // Ends the process even if something is still pending, because the user is waiting for the prompt.
  setTimeout(() => {
    process.stderr.write('Something that the run waited for did not end in time, and was left.\n');
    leave(2);
  }, 900).unref();
}
// SIGHUP is sent when the terminal closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

let isOver = false;
function leave(exit: number): never {
  isOver = true;
  process.exit(exit);
}
// An adapter runs in this process. Neither its errors nor its own process.exit may look like a verdict.
process.on('exit', () => {
  if (isOver) return;
  process.exitCode = 2;
  process.stderr.write('The process was ended before the run was over, by the adapter or by an error: nothing is proven.\n');
});
// The event loop is empty, but the run is not over: it is waiting for a promise of the adapter that nothing can settle any more.
process.once('beforeExit', () => {
  process.stderr.write('Something that was asked of the adapter never ends, so the run is ended.\n');
  ending.abort();
});

// Uses no top-level await: the single executable is a CommonJS bundle, which does not support it.
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
// Exits even if an interrupted run has left requests open, because nobody waits for them any more.
void running.then((exit) => process.stdout.write('', () => leave(exit)));
