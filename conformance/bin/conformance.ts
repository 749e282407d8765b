#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import { runCommand } from '../src/command/run-command.ts';

// What was compiled is kept for the next run: in our own folder, as what lies in one that all may write to could be anyone's.
// Node.js 20 keeps nothing.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// Whoever reads along may stop reading, as `| head` does: that changes no result and no exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const ending = new AbortController();
let first: number | undefined;
// The first Ctrl-C ends the run and leaves its report; a later one ends the process. Two within a second are one:
// npm passes on what its child has had from the terminal already.
function end(): void {
  first ??= performance.now();
  ending.abort();
  if (performance.now() - first > 1000) leave(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);

let isOver = false;
function leave(exit: number): never {
  isOver = true;
  process.exit(exit);
}
// An adapter runs in this process: what it throws, and a process.exit of its own, must not look like a verdict.
process.on('exit', () => {
  if (isOver) return;
  process.exitCode = 2;
  process.stderr.write('The process was ended before the run was over, by the adapter or by an error: nothing is proven.\n');
});
// Nothing is under way any more, and the run is not over: what an adapter promised will never come.
process.once('beforeExit', () => {
  process.stderr.write('Something that was asked of the adapter never ends, so the run is ended.\n');
  ending.abort();
});

const exit = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(text),
  terminal: process.stderr,
  interrupt: ending.signal,
  startModel: async () => (await import('../faults/base-server.ts')).startBaseServer({}),
}).catch((error: Error) => {
  const said = 'The suite itself broke, which says nothing about the deployment. Please report this:';
  process.stderr.write(`${said}\n${error.stack}\n`);
  return 2;
});
// Requests of a run that was ended may still be open: nobody waits for them.
process.stdout.write('', () => leave(exit));
