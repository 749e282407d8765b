import { randomInt } from 'node:crypto';

/**
 * An id that no invoice has and that looks like one that an invoice has: what is no id at all may be refused for that.
 * A short number gets longer: its neighbours are in use.
 */
export function imitateId(known: string): string {
  const digit = (): string => String(randomInt(10));
  if (/^\d{1,8}$/.test(known)) return `1${'0'.repeat(8).replaceAll('0', digit)}`;
  return known.replace(/[\dA-Za-z](?=.{0,11}$)/gs, digit);
}
