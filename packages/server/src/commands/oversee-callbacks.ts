import { readOperatorCommand } from '../callbacks/operator/read-operator-command.ts';
import { runOperatorCommand } from '../callbacks/operator/run-operator-command.ts';
import { printResult } from './print-result.ts';

await printResult(async () => runOperatorCommand(readOperatorCommand(process.argv.slice(2)), process.env));
