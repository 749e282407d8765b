import { randomInt } from 'node:crypto';

/**
 * Makes an id that no invoice has and that looks like a real one: a malformed id may be refused for its form.
 * A short number gets longer, as its neighbours are in use.
 */
export function imitateId(known: string): string {
  const digit = (): string => String(randomInt(10));
  if (/^\d{1,8}$/.test(known)) return `1${'0'.repeat(8).replaceAll('0', digit)}`;
  return known.replace(/[\dA-Za-z](?=.{0,11}$)/gs, digit);
}
