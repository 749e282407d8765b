#!/usr/bin/env node
import { runCommand } from '../src/command/run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), process.env, (text) => process.stdout.write(text)).catch(
  (error: Error) => {
    process.stderr.write(
      `The suite itself broke, which says nothing about the deployment. Please report this:\n${error.stack}\n`,
    );
    return 2;
  },
);
