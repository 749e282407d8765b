import { Resolver } from 'node:dns/promises';

/** Looks up every address of a host name. @throws when there is none, or when no name server responds */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Makes a function that asks the name servers for A and AAAA records at the same time.
 * It does not use `dns.lookup`, which occupies one of four threads for as long as a name server takes, and merchants run name
 * servers.
 */
export function createResolveHost(): ResolveHost {
  return async (hostname) => {
    // A new resolver each time, because a resolver knows only the name servers that the machine had when it was made.
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const [v4, v6] = results;
    if (addresses.length === 0) throw v4.status === 'rejected' ? v4.reason : (v6 as PromiseRejectedResult).reason;
    return addresses;
  };
}
