/** The most characters of a target that are read: more than any page has, and a fraction of what Node takes. */
const longestTarget = 2_048;
/** The most characters of a query that are read. Koa's parser takes time that grows with the square of it. */
const longestQuery = 256;

/**
 * Returns the path and the query of a request's target, which may be a whole URL (RFC 9112 §3.2.2); undefined when it is no path.
 * Koa throws when it is asked for the path of such a target: before any of our code runs, and with the whole target in the error.
 * What is longer than any page of ours is cut off: it would only take time to read.
 */
export function pageTarget(target: string): string | undefined {
  const sent = target.slice(0, longestTarget);
  const { pathname = sent, search = '' } = !sent.startsWith('/') && URL.canParse(sent) ? new URL(sent) : {};
  // With a fragment or a space Koa takes it to be a URL, too.
  const found = /^\/[^\s#]*/.exec(pathname + search)?.[0];
  const query = found?.indexOf('?') ?? -1;
  return query < 0 ? found : found?.slice(0, query + longestQuery);
}
