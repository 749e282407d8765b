/** The maximum number of items that a problem may have, as the contract says. */
export const mostItems = 32;

/**
 * Leaves out unknown properties beyond those that a problem can name, so that a body full of unknown properties is refused as
 * fast as any other. Otherwise a validator would need longer to report thousands of them than a handler needs for a request.
 * `known` are all properties of the operation; undefined leaves the body as it is.
 */
export function dropSurplus<Body extends object>(body: Body, known: ReadonlySet<string> | undefined): Body | Partial<Body> {
  if (!known) return body;
  const names = Object.keys(body) as (keyof Body & string)[];
  if (names.length <= known.size + mostItems) return body;
  const kept = [...names.filter((name) => known.has(name)), ...names.filter((name) => !known.has(name)).slice(0, mostItems)];
  return Object.fromEntries(kept.map((name) => [name, body[name]])) as Partial<Body>;
}
