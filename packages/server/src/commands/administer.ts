import { runAdmin } from '../admin/run-admin.ts';
import { StartError } from '../start-error.ts';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import { UsageError } from '../usage-error.ts';

try {
  process.stdout.write(await runAdmin(process.argv.slice(2), process.env, Date.now()));
} catch (error) {
  const isTold = error instanceof StartError || error instanceof UsageError || error instanceof StoreUnavailableError;
  if (!isTold) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
