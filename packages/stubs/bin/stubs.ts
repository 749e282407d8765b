#!/usr/bin/env node
import { runCommand } from '../src/init/run-command.ts';

// Whoever reads along may stop reading, as `| head` does: that changes no result and no exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
