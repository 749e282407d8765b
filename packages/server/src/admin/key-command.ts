import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renewSecrets, resealSecrets } from '../callbacks/replace-key.ts';
import { UsageError } from '../commands/usage-error.ts';
import type { AdminCommand } from './admin-command.ts';

/** Takes another key for the callback secrets: one that has leaked, or is lost. */
export const replaceKey: AdminCommand = {
  words: 'key replace',
  usage: '[--lost]',
  help: `seal the callback secrets with NEW_CALLBACK_KEY instead of CALLBACK_KEY; stop the server before, and start it with the new key.
      --lost, without the old key: give every account a new secret and print it, this once; the old ones end`,
  options: { lost: { type: 'boolean' } },
  async run({ store, dataDir, now, randomBytes, callbackKey, newCallbackKey }, { options: { lost } }) {
    if (existsSync(join(dataDir, 'sandbox.json'))) {
      throw new UsageError(
        `${dataDir} is the data of a sandbox, whose key is in its own file. Set DATA_DIR to the live server's.`,
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
