#!/usr/bin/env node
import { runCommand } from '../src/init/run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
