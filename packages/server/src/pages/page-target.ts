/**
 * The maximum number of characters of a request target that are read, more than any page of ours has and far fewer than Node.js
 * accepts.
 */
const longestTarget = 2_048;
/**
 * The maximum number of characters of a query that are read, because the time of Koa's parser grows with the square of the
 * length.
 */
const longestQuery = 256;

/**
 * Returns the path and the query of a request's target, which may be an absolute URL (RFC 9112 §3.2.2); undefined when it has no
 * path. Koa's own accessor throws for such targets before any of our code runs, with the complete target in the error. Characters
 * beyond the length of any page of ours are cut off, because they would only take time to read.
 */
export function pageTarget(target: string): string | undefined {
  const sent = target.slice(0, longestTarget);
  const { pathname = sent, search = '' } = !sent.startsWith('/') && URL.canParse(sent) ? new URL(sent) : {};
  // Koa also takes a target with a fragment or a space for a URL.
  const found = /^\/[^\s#]*/.exec(pathname + search)?.[0];
  const query = found?.indexOf('?') ?? -1;
  return query < 0 ? found : found?.slice(0, query + longestQuery);
}
