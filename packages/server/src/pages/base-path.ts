/** Returns the path of the service's URL for links on its pages, because a proxy may serve it below a path. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
