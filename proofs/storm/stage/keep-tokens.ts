import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, makeToken } from '@payment-invoice/kit/tokens';
import { describesNoEvent, openStore } from '../../../packages/server/src/store/open-store.ts';
import { StoreUnavailableError } from '../../../packages/server/src/store/store-unavailable-error.ts';

/** Tokens of a storm, which an administrator's command creates and revokes without the servers. */
export interface StormTokens {
  /** Creates a token and returns its text; undefined when the database stays unavailable. */
  make(id: string): Promise<string | undefined>;
  /** Revokes a token; returns false when the database stays unavailable. */
  revoke(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Number of attempts while the database is unavailable. */
const tries = 20;

/** Opens the store as an administrator's command does. @param sandboxToken token of the account to create tokens for */
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
