import type { RequestSpec } from '../../../src/http/exchange.ts';

/** Returns a request without one of its headers. */
export const withoutHeader = (name: string, { headers, ...spec }: RequestSpec): RequestSpec => ({
  ...spec,
  headers: headers.filter(([given]) => given !== name),
});
