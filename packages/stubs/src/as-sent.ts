/**
 * A body as JSON carries it, which is what has to be checked: getters of a class are left out, a Date is text, `toJSON` says
 * something else.
 * @throws TypeError when JSON cannot carry it, as a BigInt or a circle: a server would break on it while it answers
 */
export function asSent(body: unknown): unknown {
  if (body === undefined || isPlain(body)) return body;
  const text = JSON.stringify(body);
  return text === undefined ? undefined : JSON.parse(text);
}

/** An object of text, numbers, booleans and null alone, as an invoice: it goes out as it is, and need not be written twice. */
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
