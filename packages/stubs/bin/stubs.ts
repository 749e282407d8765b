#!/usr/bin/env node
import { runCommand } from '../src/init/run-command.ts';

// The program that reads the output, such as `| head`, may close the pipe early. That must not change the exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
