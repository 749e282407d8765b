import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerMode } from '../settings/server-settings.ts';
import type { Store } from '../store/store.ts';
import { StartError } from './start-error.ts';

/**
 * Refuses to keep play money and real money together.
 * @throws StartError when the directory belongs to the other mode
 */
export async function refuseMixedData(mode: ServerMode, dataDir: string, store: Store): Promise<void> {
  if (mode === 'live' && existsSync(join(dataDir, 'sandbox.json'))) {
    throw new StartError(
      `The data directory ${dataDir} is a sandbox's, whose receipts anyone can make. Set DATA_DIR to another one for SERVER_MODE=live.`,
    );
  }
  if (mode === 'sandbox' && (await store.listAccounts()).some((account) => account.mode === 'live')) {
    throw new StartError(
      `The data directory ${dataDir} holds live accounts. Set SERVER_MODE=live, or DATA_DIR to another directory for a sandbox.`,
    );
  }
}
