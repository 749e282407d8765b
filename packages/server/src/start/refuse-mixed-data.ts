import { StartError } from '../errors/start-error.ts';
import type { ServerMode } from '../settings/server-settings.ts';
import type { Store } from '../store/store.ts';

/**
 * Refuses to keep play money and real money together.
 * @throws StartError when the database belongs to the other mode
 */
export async function refuseMixedData(mode: ServerMode, store: Store): Promise<void> {
  const [place, setting] = store.isShared
    ? [`database ${store.place}`, 'DATABASE_URL']
    : [`data directory ${store.place}`, 'DATA_DIR'];
  if (mode === 'live' && (await store.readMode()) === 'sandbox') {
    throw new StartError(
      `The ${place} is a sandbox's, whose receipts anyone can make. Set ${setting} to another one for SERVER_MODE=live.`,
    );
  }
  const isLive = async () =>
    (await store.readMode()) === 'live' || (await store.listAccounts()).some((account) => account.mode === 'live');
  if (mode === 'sandbox' && (await isLive())) {
    throw new StartError(`The ${place} holds live accounts. Set SERVER_MODE=live, or ${setting} to another one for a sandbox.`);
  }
  // Of two servers that start at once on a new database, one decides.
  const kept = await store.keepMode(mode);
  if (kept !== mode) throw new StartError(`The ${place} is that of a ${kept} server. Set ${setting} to another one.`);
}
