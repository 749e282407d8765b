import type { Contract } from '../contract/contract.ts';
import { operationsAt } from '../contract/operation-at.ts';
import type { Exchange } from '../http/exchange.ts';

/** Returns the part of an exchange's URL before the API's paths. Returns undefined if the request was not sent to the API. */
export function baseOf(contract: Contract, { url }: Exchange): string | undefined {
  const { origin, pathname } = new URL(url);
  if (contract.plain) {
    // The paths in a plain document may have no common beginning, so the longest suffix of the URL that matches any path is used.
    // Only suffixes with as many slashes as some path are tried, because a URL may contain thousands of slashes.
    const counts = [...new Set(contract.operations.map(({ path }) => path.split('/').length - 1))].sort(
      (one, other) => other - one,
    );
    const starts = [...pathname.matchAll(/\//g)].map(({ index }) => index);
    const at = counts
      .flatMap((count) => starts.at(-count) ?? [])
      .find((start) => operationsAt(contract, { path: pathname.slice(start) }).length > 0);
    return at === undefined ? undefined : `${origin}${pathname.slice(0, at)}`;
  }
  const root = commonRoot(contract);
  const at = pathname.indexOf(root);
  return at < 0 ? undefined : `${origin}${pathname.slice(0, at)}`;
}

/** Returns a copy of an exchange with its path relative to the base URL, as the contract's paths are. */
export function belowBase(exchange: Exchange, base: string): Exchange {
  const path = exchange.url.slice(base.length);
  return { ...exchange, request: { ...exchange.request, path } };
}

/** Returns the beginning that all paths in the contract share, such as /api/v1/. */
function commonRoot({ operations }: Contract): string {
  const [first = '', ...others] = operations.map(({ path }) => path);
  const parts = first.split('/');
  const shared = parts.findIndex((part, at) => others.some((other) => other.split('/')[at] !== part));
  return `${parts.slice(0, Math.max(1, shared === -1 ? parts.length - 1 : shared)).join('/')}/`;
}
