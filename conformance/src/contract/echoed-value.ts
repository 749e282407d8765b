import type { Echo, Operation, Schema } from './contract.ts';

/**
 * Returns the value that a response field must repeat, given the fields of the request's body. Returns undefined if the account's
 * settings determine it.
 */
export function echoedValue({ request }: { request: Schema }, { sent, or = sent }: Echo, body: Record<string, unknown>): unknown {
  const { [sent]: schema } = request.properties ?? {};
  return body[sent] ?? body[or] ?? (schema?.['x-default'] ? undefined : (schema?.default ?? null));
}

/** Removes from a string what `x-echoes` ignores: differences in case, or a leading dollar. Returns other values unchanged. */
export function comparable(value: unknown, { ignoring }: Pick<Echo, 'ignoring'>): unknown {
  if (typeof value !== 'string') return value;
  const text = ignoring.includes('leading-dollar') ? value.replace(/^\$/, '') : value;
  return ignoring.includes('case') ? text.toLowerCase() : text;
}

/** Returns whether a field may get its value from the property `or` or the account's settings if a request omits `sent`. */
export const isFilledIn = ({ request }: Operation, { sent, or }: Echo): boolean =>
  or !== undefined || request.properties?.[sent]?.['x-default'] !== undefined;
