#!/usr/bin/env node
import { runGrowthCommand } from '../run-growth-command.ts';

await runGrowthCommand(process.argv.slice(2), process.env);
