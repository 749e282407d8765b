import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, makeToken } from '@payment-invoice/kit/tokens';
import { describesNoEvent, openStore } from '../../../packages/server/src/store/open-store.ts';
import { StoreUnavailableError } from '../../../packages/server/src/store/store-unavailable-error.ts';

/** Tokens of a storm, which an administrator makes and revokes past the servers. */
export interface StormTokens {
  /** Makes one, and returns its text; undefined when the database stays away. */
  make(id: string): Promise<string | undefined>;
  /** Revokes one; false when the database stays away. */
  revoke(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Times that an administrator tries while the database is away. */
const tries = 20;

/** Opens the store as an administrator's command does. @param sandboxToken names the account that the tokens are of */
export async function keepTokens(databaseUrl: string, sandboxToken: string): Promise<StormTokens> {
  const store = await openStore({ dataDir: '', databaseUrl, mustExist: true }, describesNoEvent);
  const owner = await store.findToken(hashToken(sandboxToken));
  if (!owner) throw new Error("The sandbox's token is not in the database.");
  const insist = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    for (let time = 0; time < tries; time++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await sleep(100);
      }
    }
    return undefined;
  };
  return {
    make: (id) =>
      insist(async () => {
        const token = makeToken(randomBytes);
        const { accountId, scopes } = owner;
        await store.saveToken(
          { id, accountId, scopes, label: null, createdAt: store.now(), expiresAt: null, revokedAt: null },
          hashToken(token),
        );
        return token;
      }),
    revoke: async (id) => (await insist(() => store.revokeToken(id, store.now()))) !== undefined,
    close: () => store.close(),
  };
}
