#!/usr/bin/env node
import { runStormCommand } from '../src/testing/storm/run-storm-command.ts';

await runStormCommand(process.argv.slice(2), process.env);
