import type { AccountStore } from '../store/account-store.ts';

/** Returns the name of an account; null when it has none. */
export type FindMerchant = (accountId: string) => Promise<string | null>;

/** For how many milliseconds a name is cached. */
const kept = 60_000;
/** The maximum number of names that are cached. */
const most = 1000;

/** Makes a finder that caches names for a minute, because a page is loaded again and again. */
export function createMerchantFinder(store: Pick<AccountStore, 'findAccount'>, now: () => number): FindMerchant {
  const names = new Map<string, { name: string | null; readAt: number }>();
  return async (accountId) => {
    const known = names.get(accountId);
    const time = now();
    if (known && Math.abs(time - known.readAt) < kept) return known.name;
    const name = (await store.findAccount(accountId))?.name ?? null;
    names.delete(accountId);
    names.set(accountId, { name, readAt: time });
    const [oldest] = names.keys();
    if (names.size > most && oldest !== undefined) names.delete(oldest);
    return name;
  };
}
