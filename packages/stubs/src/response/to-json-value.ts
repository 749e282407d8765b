/**
 * Returns a body as JSON carries it, which is the form that must be checked: JSON omits the getters of a class, makes text of a
 * Date, and takes the word of `toJSON`.
 * @throws TypeError when JSON cannot carry it, as with a BigInt or a circle: a server would fail on it while it responds
 */
export function toJsonValue(body: unknown): unknown {
  if (body === undefined || isPlain(body)) return body;
  const text = JSON.stringify(body);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Recognizes an object of only text, numbers, booleans and null, such as an invoice. It is sent as it is, and need not be written twice. */
function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== Object.prototype) return false;
  for (const value of Object.values(body)) {
    if (
      typeof value === 'number'
        ? !Number.isFinite(value)
        : !(typeof value === 'string' || typeof value === 'boolean' || value === null)
    )
      return false;
  }
  return true;
}
