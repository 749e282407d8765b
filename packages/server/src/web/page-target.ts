/**
 * Returns the path and the query of a request's target, which may be a whole URL (RFC 9112 §3.2.2); undefined when it is no path.
 * Koa throws when it is asked for the path of such a target: before any of our code runs, and with the whole target in the error.
 */
export function pageTarget(target: string): string | undefined {
  const { pathname = target, search = '' } = !target.startsWith('/') && URL.canParse(target) ? new URL(target) : {};
  // With a fragment or a space Koa takes it to be a URL, too.
  return /^\/[^\s#]*/.exec(pathname + search)?.[0];
}
