/** The path of a request target (RFC 9112 §3.2) as it was sent: nothing decoded, nothing put in order, no query. */
export function pathOf(target: string): string {
  const path = target.startsWith('/') || !URL.canParse(target) ? target : new URL(target).pathname;
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/** The part of a path below `mountedAt`, a path without a slash at the end; undefined when the path is not below it. */
export function pathBelow(path: string, mountedAt: string): string | undefined {
  if (mountedAt === '') return path;
  return path.startsWith(`${mountedAt}/`) ? path.slice(mountedAt.length) : undefined;
}

/** @throws Error when it is no path, or ends in a slash: it would be mounted where nobody asks */
export function checkMount(mountedAt: string): string {
  if (/^(\/[^/?#\s]+)*$/.test(mountedAt)) return mountedAt;
  throw new Error(`mountedAt is ${JSON.stringify(mountedAt)}: give a path such as "/payments", without a slash at the end.`);
}
