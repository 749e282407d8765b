/**
 * The path and the query of a request's target, which may be a whole URL (RFC 9112 §3.2.2). Undefined when it is no path: asked for
 * the path of such a target, Koa throws, before anything of ours could answer, and with all of the target in the error.
 */
export function pageTarget(target: string): string | undefined {
  const { pathname = target, search = '' } = !target.startsWith('/') && URL.canParse(target) ? new URL(target) : {};
  // With a fragment or a space Koa takes it to be a URL, too.
  return /^\/[^\s#]*/.exec(pathname + search)?.[0];
}
