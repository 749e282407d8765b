#!/usr/bin/env node
import { runCommand } from '../src/command/run-command.ts';

const ending = new AbortController();
// The first Ctrl-C ends the run and leaves its report; the second ends the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());

const exit = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (text) => process.stdout.write(text),
  terminal: process.stderr,
  interrupt: ending.signal,
}).catch((error: Error) => {
  const said = 'The suite itself broke, which says nothing about the deployment. Please report this:';
  process.stderr.write(`${said}\n${error.stack}\n`);
  return 2;
});
// Requests of a run that was ended may still be open: nobody waits for them.
process.stdout.write('', () => process.exit(exit));
