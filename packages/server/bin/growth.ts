#!/usr/bin/env node
import { runGrowthCommand } from '../src/testing/growth/run-growth-command.ts';

await runGrowthCommand(process.argv.slice(2), process.env);
