import { isIPv4, isIPv6 } from 'node:net';
import type { Schema } from './contract.ts';

/** Invalid values for each format that the suite knows. Those that are almost valid come first. */
export const badFormats: Readonly<Record<string, readonly unknown[]>> = {
  'date-time': ['2030-13-01T00:00:00Z', 'tomorrow'],
  date: ['2030-02-30', '30.01.2030', 'tomorrow'],
  time: ['25:00:00Z', 'noon'],
  duration: ['P', '1 day'],
  email: ['nobody', 'nobody@', '@example.com'],
  hostname: ['-a.example', 'a..example', 'not a host'],
  ipv4: ['256.1.1.1', '1.2.3', 'localhost'],
  ipv6: ['1::2::3', '::g', 'localhost'],
  uuid: ['5f0c9b1e-8d6a-4a54-9a64', 'not-a-uuid'],
  uri: ['not a url'],
  int32: [2_147_483_648, -2_147_483_649],
  byte: ['%%%', 'YQ=?'],
  'json-pointer': ['a/b', '/~2'],
};

/** For each format, valid strings (`right`) and invalid ones (`wrong`) that a hand-written check may get wrong. */
export const formatTexts: Readonly<Record<string, { right: readonly string[]; wrong: readonly string[] }>> = {
  date: {
    right: ['2028-02-29', '2030-12-31'],
    wrong: ['2030-02-30', '2030-04-31', '2029-02-29', '2030-2-3', '2030-01-31T00:00:00Z', '20300131'],
  },
  email: {
    right: ['ada.b+tag@sub.example.org', "o'neil@example.org", 'Ada@Example.ORG', 'a@example.museum', '1_-x@exam-ple.org'],
    wrong: ['@example.org', 'ada@', 'ada@@example.org', 'a da@example.org', 'ada@example..org'],
  },
  uuid: {
    right: ['5F0C5C1E-3A54-4A4B-9C1C-1D2E3F405162'],
    wrong: ['5f0c5c1e3a544a4b9c1c1d2e3f405162', '{5f0c5c1e-3a54-4a4b-9c1c-1d2e3f405162}', '5g0c5c1e-3a54-4a4b-9c1c-1d2e3f405162'],
  },
};

/** Formats that describe only how a value is stored or displayed, and that every value satisfies. */
export const looseFormats: readonly string[] = ['int64', 'float', 'double', 'password'];

// Also accepts the base64url alphabet and missing padding.
const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const duration = /^P(?=.)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$/;
const hostname = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Validators for the formats that mean the same in the source document as in JSON Schema. */
export const plainFormats: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text,
  time: (text) => time.test(text),
  duration: (text) => duration.test(text),
  email: (text) => email.test(text),
  hostname: (text) => hostname.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  uuid: (text) => uuid.test(text),
  byte: (text) => base64.test(text.replaceAll(/\s/g, '')),
  'json-pointer': (text) => /^(\/([^~]|~[01])*)?$/.test(text),
};

/** The maximum length of an email address that can receive mail (RFC 5321, without the angle brackets). */
const longestEmail = 254;

/** Makes a string of this length in the format of a schema. Ignores the schema's pattern. */
export function textOf({ format }: Schema, length: number): string {
  if (format === 'uri') return 'https://example.com/'.padEnd(length, 'a').slice(0, length);
  return format === 'email' ? emailOf(length) : 'a'.repeat(length);
}

/**
 * Returns whether every server must accept the string that `textOf` makes for this length. A server may check most formats more
 * strictly than the suite, and then only the contract's examples are certain.
 */
export function isCertain({ format }: Schema, length: number): boolean {
  return format === undefined || format === 'uri' || (format === 'email' && length <= longestEmail);
}

/** Makes an email address of this length. Its local part has at most 64 characters, and each domain label 63 (RFC 5321). */
function emailOf(length: number): string {
  const end = '.example.com';
  const free = Math.max(0, length - 1 - end.length);
  const local = 'a'.repeat(Math.min(64, Math.max(1, free - 1)));
  const labels = 'a'.repeat(Math.max(1, free - local.length)).replaceAll(/a{60}(?=aa)/g, (label) => `${label.slice(1)}.`);
  return `${local}@${labels}${end}`;
}
