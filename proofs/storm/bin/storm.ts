#!/usr/bin/env node
import { runStormCommand } from '../run-storm-command.ts';

await runStormCommand(process.argv.slice(2), process.env);
