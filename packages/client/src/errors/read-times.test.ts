/** Tests the forms in which services and gateways send times in headers, and times that cannot be read. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { invoice, json, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient, responseOf } from '../index.ts';
import { readDeprecation, readHttpDate, readRetryAfter } from './read-times.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');
/** Makes headers without the class `Headers`, which trims and rejects values. A caller's fetch may return such headers. */
const retryAfter = (value: string, date?: string) => ({ get: (name: string) => (name === 'date' ? (date ?? null) : value) });

const seconds: [value: string, seconds: number][] = [
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
];

const dates: [value: string, moment: string][] = [
  ['Sat, 21 Nov 2026 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  [' Sat, 21 Nov 2026 10:00:30 GMT ', '2026-11-21T10:00:30.000Z'],
  ['Saturday, 21-Nov-26 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Sat Nov 21 10:00:30 2026', '2026-11-21T10:00:30.000Z'],
  ['Tue Dec  1 10:00:30 2026', '2026-12-01T10:00:30.000Z'],
  ['Tue Dec 01 10:00:30 2026', '2026-12-01T10:00:30.000Z'],
  // Dates with the wrong day of the week are accepted.
  ['Mon, 21 Nov 2026 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Monday, 21-Nov-26 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Mon Nov 21 10:00:30 2026', '2026-11-21T10:00:30.000Z'],
  ['Thu, 31 Dec 2026 23:59:60 GMT', '2026-12-31T23:59:59.000Z'],
  ['Tue, 29 Feb 2028 10:00:30 GMT', '2028-02-29T10:00:30.000Z'],
  // A two-digit year is at most 49 years ahead of 2026: 75 is 2075, and 76 is 1976.
  ['Tuesday, 31-Dec-75 23:59:59 GMT', '2075-12-31T23:59:59.000Z'],
  ['Thursday, 01-Jan-76 00:00:00 GMT', '1976-01-01T00:00:00.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Saturday, 01-Jan-00 00:00:00 GMT', '2000-01-01T00:00:00.000Z'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
];

const garbage = [
  ...['', ' ', '-1', '+5', '1e3', '0x5', '5, 6', '5;a', '5s', '5 6', '1.', '.5', '1,5', '1.5.2', '-0.5', '1.5e3', 'Infinity'],
  ...['NaN', '\u00a05', '\uff15', 'soon', 'Soon 5 GMT', '0 GMT', '1.5 GMT', '2026-11-21', '2026-11-21T10:00:30Z'],
  ...['@1795255230', '1'.concat('\n'), 'sat, 21 nov 2026 10:00:30 gmt', 'SAT, 21 NOV 2026 10:00:30 GMT'],
  ...['Sat, 21 Nov 2026 10:00:30 gmt', 'Sat, 21 Nov 2026 10:00:30', 'Sat, 21 Nov 2026 10:00:30 UTC'],
  ...['Sat, 21 Nov 2026 10:00:30 Z', 'Sat, 21 Nov 2026 10:00:30 +0000', 'Sat, 21 Nov 2026 10:00:30 +0100'],
  ...['Sat, 21 Nov 2026 10:00:30 EST', 'Sat, 21 Nov 2026 10:00:30 GMT+1', 'Sat Nov 21 10:00:30 2026 GMT'],
  ...['Sat Nov 21 10:00:30 GMT 2026', '21 Nov 2026 10:00:30 GMT', 'Sat 21 Nov 2026 10:00:30 GMT'],
  ...['Sat,21 Nov 2026 10:00:30 GMT', 'Sat,  21 Nov 2026 10:00:30 GMT', 'Saturday, 21 Nov 2026 10:00:30 GMT'],
  ...['Sat, 21-Nov-26 10:00:30 GMT', 'Saturday, 21-Nov-2026 10:00:30 GMT', 'Sat, 21 Nov 26 10:00:30 GMT'],
  ...['Tue, 1 Dec 2026 10:00:30 GMT', 'Tue Dec 1 10:00:30 2026', 'Sat, 21 Noo 2026 10:00:30 GMT'],
  ...['Foo, 21 Nov 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 24:00:00 GMT', 'Sat, 21 Nov 2026 10:60:30 GMT'],
  ...['Sat, 21 Nov 2026 10:00:61 GMT', 'Sat, 21 Nov 2026 10:00 GMT', 'Sat, 00 Nov 2026 10:00:30 GMT'],
  ...['Tue, 31 Nov 2026 10:00:30 GMT', 'Mon, 30 Feb 2026 10:00:30 GMT', 'Sun, 29 Feb 2026 10:00:30 GMT'],
  ...['Sat, 21 Nov 2026 10:00:30 GMT, Sat, 21 Nov 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 10:00:30 GMT; a=b'],
  ...['5, Sat, 21 Nov 2026 10:00:30 GMT'],
];

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Retry-After', () => {
  test.each(seconds)('of %j is so many seconds: %d', (value, wait) => {
    expect(readRetryAfter(retryAfter(value))).toBe(wait);
  });

  test.each(dates)('of %j waits until %s', (value, moment) => {
    expect(readRetryAfter(retryAfter(value))).toBe(Math.max(0, (Date.parse(moment) - now) / 1000));
  });

  test.each(garbage)('of %j counts as not sent', (value) => {
    expect(readRetryAfter(retryAfter(value))).toBeUndefined();
  });

  test("counts a date from the response's own, in whichever form", () => {
    for (const date of ['Sat, 21 Nov 2026 08:00:00 GMT', 'Saturday, 21-Nov-26 08:00:00 GMT', 'Sat Nov 21 08:00:00 2026'])
      expect(readRetryAfter(retryAfter('Sat, 21 Nov 2026 08:00:07 GMT', date))).toBe(7);
    // An unreadable Date header must be ignored, and not be read as a time long ago.
    expect(readRetryAfter(retryAfter('Sat, 21 Nov 2026 10:00:07 GMT', '1'))).toBe(7);
  });

  test('is undefined without the header', () => {
    expect(readRetryAfter(new Headers())).toBeUndefined();
    expect(readRetryAfter(undefined)).toBeUndefined();
  });
});

describe('an HTTP date', () => {
  test.each(dates)('%j is %s', (value, moment) => {
    expect(new Date(readHttpDate(value) ?? Number.NaN).toISOString()).toBe(moment);
  });

  test.each([...garbage, '5', '1.5'])('%j is none', (value) => {
    expect(readHttpDate(value)).toBeUndefined();
  });
});

describe('Deprecation', () => {
  test.each([
    ['@1795255447', 1_795_255_447],
    ['@0', 0],
    ['@-62135596800', -62_135_596_800],
    ['  @1795255447  ', 1_795_255_447],
    ['@1795255447;reason="next; version"', 1_795_255_447],
    ['@1795255447; a; b=?1;c=tok/en;d=:aGk=:;e=-1.5;*f=@12;g=%"caf%c3%a9"', 1_795_255_447],
    ['@8640000000000', 8_640_000_000_000],
  ])('%j is read', (value, time) => {
    expect(readDeprecation(value)).toEqual(new Date(time * 1000));
  });

  test.each([
    ...['', '@', '1795255447', '@1.5', '@+5', '@1e3', '@ 5', '@1234567890123456'],
    ...['@8640000000001', '@-8640000000001', '?1', 'true'],
    ...['@5, @6', '@5 ;a', '@5;', '@5;A=1', '@5;a=', '@5;a="', '@5;a=1 b', '@5\t', '\u00a0@5', 'Sat, 21 Nov 2026 10:00:30 GMT'],
  ])('%j is not', (value) => {
    expect(readDeprecation(value)).toBeUndefined();
  });
});

test.each([
  [{ sunset: '1', deprecation: 'true' }, undefined, undefined],
  [{ sunset: 'Sun Nov  6 08:49:37 1994', deprecation: '@-1;a=b' }, '1994-11-06T08:49:37.000Z', '1969-12-31T23:59:59.000Z'],
])('responseOf reads Sunset and Deprecation by the same rules: %j', async (headers, sunset, deprecation) => {
  const server = await startScriptedServer(json(invoice, 200, headers));
  const client = createClient({ baseUrl: server.baseUrl, token: 'secret_token' });
  const response = responseOf(await client.fetchPayment({ invoiceId: 'inv_1' }));
  expect([response?.sunsetAt?.toISOString(), response?.deprecatedAt?.toISOString()]).toEqual([sunset, deprecation]);
});
