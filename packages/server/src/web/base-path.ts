/** The path of the service's URL, as links on a page need it: a proxy may have put the service below one. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
