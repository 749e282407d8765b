import { readOperatorCommand, runOperatorCommand } from '../admin/run-operator-command.ts';
import { printResult } from './print-result.ts';

await printResult(async () => runOperatorCommand(readOperatorCommand(process.argv.slice(2)), process.env));
