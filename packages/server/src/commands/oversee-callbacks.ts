import { readOperatorCommand } from '../callbacks/operator/read-operator-command.ts';
import { runOperatorCommand } from '../callbacks/operator/run-operator-command.ts';
import { StartError } from '../start-error.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import { UsageError } from '../usage-error.ts';

try {
  process.stdout.write(await runOperatorCommand(readOperatorCommand(process.argv.slice(2)), process.env));
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof StartError || error instanceof StoreUnavailableError;
  if (!isExpected) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
