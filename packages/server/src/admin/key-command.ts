import { renewSecrets, resealSecrets } from '../callbacks/replace-key.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { AdminCommand } from './admin-command.ts';

/** Takes another key for the callback secrets: one that has leaked, or is lost. */
export const replaceKey: AdminCommand = {
  words: 'key replace',
  usage: '[--lost]',
  help: `seal the callback secrets with NEW_CALLBACK_KEY instead of CALLBACK_KEY; stop every server before, and start it with the new key.
      --lost, without the old key: give every account a new secret and print it, this once; the old ones end`,
  options: { lost: { type: 'boolean' } },
  async run({ store, now, randomBytes, callbackKey, newCallbackKey }, { options: { lost } }) {
    if ((await store.readMode()) === 'sandbox') {
      const setting = store.isShared ? 'DATABASE_URL' : 'DATA_DIR';
      throw new UsageError(
        `${store.place} is the data of a sandbox, which has a key of its own. Set ${setting} to the live server's.`,
      );
    }
    const servers = await store.countServers();
    if (servers > 0) {
      throw new UsageError(
        `${servers === 1 ? '1 server is' : `${servers} servers are`} running on this database, and could sign nothing any more: stop every server before. One that was killed counts for half a minute.`,
      );
    }
    const to = newCallbackKey();
    if (lost) {
      const renewed = await renewSecrets(store, to, now, randomBytes);
      return renewed.map(({ accountId, secret }) => ({ account: accountId, callbackSecret: secret }));
    }
    const from = await callbackKey();
    if (from.equals(to)) throw new UsageError('NEW_CALLBACK_KEY is the key that CALLBACK_KEY has. Make another one.');
    return [{ secretsSealedAnew: String(await resealSecrets(store, { from, to }, now, randomBytes)) }];
  },
};
