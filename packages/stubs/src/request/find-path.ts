/** Returns the path of a request's target (RFC 9112 §3.2) as it was sent: not decoded, not normalized, without the query. */
export function pathOf(target: string): string {
  const path = target.startsWith('/') || !URL.canParse(target) ? target : new URL(target).pathname;
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/** Returns the query of a request's target as it was sent, without its `?`. */
export function queryOf(target: string): string {
  const [whole = ''] = target.split('#', 1);
  const start = whole.indexOf('?');
  return start < 0 ? '' : whole.slice(start + 1);
}

/** Returns the part of a path below `mountedAt`, which has no final slash; undefined when the path is not below it. */
export function pathBelow(path: string, mountedAt: string): string | undefined {
  if (mountedAt === '') return path;
  return path.startsWith(`${mountedAt}/`) ? path.slice(mountedAt.length) : undefined;
}

/** Throws an Error when `mountedAt` is not a path or ends in a slash, because no request would match it. */
export function checkMount(mountedAt: string): string {
  if (/^(\/[^/?#\s]+)*$/.test(mountedAt)) return mountedAt;
  throw new Error(`mountedAt is ${JSON.stringify(mountedAt)}: set it to a path such as "/payments", without a slash at the end.`);
}
