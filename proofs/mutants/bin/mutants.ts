#!/usr/bin/env node
import { runMutantsCommand } from '../run-mutants-command.ts';

process.exitCode = await runMutantsCommand(process.argv.slice(2));
