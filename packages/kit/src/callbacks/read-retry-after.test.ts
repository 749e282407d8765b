/** Tests Retry-After and HTTP dates. The client and the suite share no code with the server; their tests use the same table. */
import { expect, test } from 'vitest';
import { readHttpDate, readRetryAfter } from './decide-delivery.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');

test.each<[string, number]>([
  ['0', 0],
  ['5', 5],
  ['05', 5],
  [' 5 ', 5],
  ['\t5\t', 5],
  ['1.5', 2],
  ['0.7', 1],
  ['2.0', 2],
  ['0.0', 0],
  ['5.0000001', 6],
  ['99999999999999999999', 1e20],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
])('Retry-After %j asks for %d seconds', (text, seconds) => expect(readRetryAfter(text, now)).toBe(seconds * 1000));

test.each<[string, string]>([
  ['Sat, 21 Nov 2026 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  [' Sat, 21 Nov 2026 10:00:30 GMT ', '2026-11-21T10:00:30.000Z'],
  ['Saturday, 21-Nov-26 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Sat Nov 21 10:00:30 2026', '2026-11-21T10:00:30.000Z'],
  ['Tue Dec  1 10:00:30 2026', '2026-12-01T10:00:30.000Z'],
  ['Tue Dec 01 10:00:30 2026', '2026-12-01T10:00:30.000Z'],
  // The day of the week is wrong.
  ['Mon, 21 Nov 2026 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Monday, 21-Nov-26 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Mon Nov 21 10:00:30 2026', '2026-11-21T10:00:30.000Z'],
  ['Thu, 31 Dec 2026 23:59:60 GMT', '2027-01-01T00:00:00.000Z'],
  ['Tue, 29 Feb 2028 10:00:30 GMT', '2028-02-29T10:00:30.000Z'],
  // Exactly fifty years ahead, and a second more.
  ['Saturday, 21-Nov-76 10:00:00 GMT', '2076-11-21T10:00:00.000Z'],
  ['Saturday, 21-Nov-76 10:00:01 GMT', '1976-11-21T10:00:01.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Saturday, 01-Jan-00 00:00:00 GMT', '2000-01-01T00:00:00.000Z'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
  ['Sat, 21 Nov 0026 10:00:30 GMT', '0026-11-21T10:00:30.000Z'],
])('%j is %s', (text, moment) => {
  expect(new Date(readHttpDate(text, now) ?? Number.NaN).toISOString()).toBe(moment);
  expect(readRetryAfter(text, now)).toBe(Math.max(Date.parse(moment) - now, 0));
});

test.each([
  ...['', ' ', '-1', '+5', '1e3', '0x5', '5, 6', '5;a', '5s', '5 6', '1.', '.5'],
  ...['1,5', '1.5.2', '-0.5', '1.5e3', 'Infinity', 'NaN'],
  ...['\u00a05', '\uff15', 'soon', 'Soon 5 GMT', '0 GMT', '1.5 GMT', '2026-11-21', '2026-11-21T10:00:30Z', '@1795255230'],
  ...['sat, 21 nov 2026 10:00:30 gmt', 'SAT, 21 NOV 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 10:00:30 gmt'],
  ...['Sat, 21 Nov 2026 10:00:30', 'Sat, 21 Nov 2026 10:00:30 UTC', 'Sat, 21 Nov 2026 10:00:30 Z'],
  ...['Sat, 21 Nov 2026 10:00:30 +0000', 'Sat, 21 Nov 2026 10:00:30 +0100', 'Sat, 21 Nov 2026 10:00:30 EST'],
  ...['Sat, 21 Nov 2026 10:00:30 GMT+1', 'Sat Nov 21 10:00:30 2026 GMT', 'Sat Nov 21 10:00:30 GMT 2026'],
  ...['21 Nov 2026 10:00:30 GMT', 'Sat 21 Nov 2026 10:00:30 GMT', 'Sat,21 Nov 2026 10:00:30 GMT'],
  ...['Sat,  21 Nov 2026 10:00:30 GMT', 'Saturday, 21 Nov 2026 10:00:30 GMT', 'Sat, 21-Nov-26 10:00:30 GMT'],
  ...['Saturday, 21-Nov-2026 10:00:30 GMT', 'Sat, 21 Nov 26 10:00:30 GMT', 'Tue, 1 Dec 2026 10:00:30 GMT'],
  ...['Tue Dec 1 10:00:30 2026', 'Sat, 21 Noo 2026 10:00:30 GMT', 'Foo, 21 Nov 2026 10:00:30 GMT'],
  ...['Sat, 21 Nov 2026 24:00:00 GMT', 'Sat, 21 Nov 2026 10:60:30 GMT', 'Sat, 21 Nov 2026 10:00:61 GMT'],
  ...['Sat, 21 Nov 2026 10:00 GMT', 'Sat, 00 Nov 2026 10:00:30 GMT', 'Tue, 31 Nov 2026 10:00:30 GMT'],
  ...['Mon, 30 Feb 2026 10:00:30 GMT', 'Sun, 29 Feb 2026 10:00:30 GMT', '5, Sat, 21 Nov 2026 10:00:30 GMT'],
  ...['Sat, 21 Nov 2026 10:00:30 GMT, Sat, 21 Nov 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 10:00:30 GMT; a=b'],
])('%j counts as not sent', (text) => {
  expect(readRetryAfter(text, now)).toBeUndefined();
  expect(readHttpDate(text, now)).toBeUndefined();
});
