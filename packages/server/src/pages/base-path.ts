/** Returns the path of the service's URL, for links on its pages: a proxy may have put the service below one. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
