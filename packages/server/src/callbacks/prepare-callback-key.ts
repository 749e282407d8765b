import { StartError } from '../start-error.ts';
import type { Store } from '../store/store.ts';
import { checkSecrets } from './open-secrets.ts';
import { readCallbackKey } from './read-callback-key.ts';

/**
 * The key of a live server's callback secrets, once it has opened each of them.
 * @throws StartError when it is not set, or is another than the one that sealed them
 */
export async function prepareCallbackKey(store: Store, key: Buffer | undefined, now: number): Promise<Buffer> {
  // Without one, reading says what to do.
  const found = key ?? readCallbackKey(undefined);
  if (found.length !== 32) throw new StartError('The callback key is not 32 bytes long.');
  await checkSecrets(store, found, now);
  return found;
}
