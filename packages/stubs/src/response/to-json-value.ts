/**
 * Returns a body as it will be after JSON.stringify, which is what has to be checked: JSON omits getters of a class, converts a
 * Date to text, and uses `toJSON`.
 * @throws TypeError when JSON cannot represent it, such as a BigInt or a circular reference, which would make the server fail
 * while it responds
 */
export function toJsonValue(body: unknown): unknown {
  if (body === undefined || isPlain(body)) return body;
  const text = JSON.stringify(body);
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * Returns whether an object, such as an invoice, holds only texts, numbers, booleans and null. Such an object is already in the
 * form that JSON has, so it need not be converted.
 */
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
