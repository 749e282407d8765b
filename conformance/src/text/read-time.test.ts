/**
 * Tests the parsing of HTTP dates and Retry-After, in the forms that servers and proxies send, whatever the time zone of this
 * machine.
 */
import { afterEach, expect, test } from 'vitest';
import { readHttpDate, readRetryAfter, readTime } from './read-time.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ...([
    ['0', 0],
    ['5', 5],
    ['05', 5],
    [' 5 ', 5],
    ['\t5\t', 5],
    ['1.5', 2],
    ['0.7', 1],
    ['2.0', 2],
    ['0.0', 0],
  ] as const),
  ...([
    ['5.0000001', 6],
    ['99999999999999999999', 1e20],
    ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ] as const),
])('%j is a wait of %d seconds', (value, seconds) => expect(readRetryAfter(value, now)).toBe(seconds));

const dates = [
  ['Sat, 21 Nov 2026 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  [' Sat, 21 Nov 2026 10:00:30 GMT ', '2026-11-21T10:00:30.000Z'],
  ['Saturday, 21-Nov-26 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Sat Nov 21 10:00:30 2026', '2026-11-21T10:00:30.000Z'],
  ['Tue Dec  1 10:00:30 2026', '2026-12-01T10:00:30.000Z'],
  ['Tue Dec 01 10:00:30 2026', '2026-12-01T10:00:30.000Z'],
  ['Mon, 21 Nov 2026 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Monday, 21-Nov-26 10:00:30 GMT', '2026-11-21T10:00:30.000Z'],
  ['Mon Nov 21 10:00:30 2026', '2026-11-21T10:00:30.000Z'],
  ['Thu, 31 Dec 2026 23:59:60 GMT', '2027-01-01T00:00:00.000Z'],
  ['Tue, 29 Feb 2028 10:00:30 GMT', '2028-02-29T10:00:30.000Z'],
  ['Saturday, 21-Nov-76 10:00:00 GMT', '2076-11-21T10:00:00.000Z'],
  ['Saturday, 21-Nov-76 10:00:01 GMT', '1976-11-21T10:00:01.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Saturday, 01-Jan-00 00:00:00 GMT', '2000-01-01T00:00:00.000Z'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
  ['Sat, 21 Nov 0026 10:00:30 GMT', '0026-11-21T10:00:30.000Z'],
] as const;

test.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('dates are in GMT where the machine is in %s', (place) => {
  process.env.TZ = place;
  const read = dates.map(([value]) => new Date(readHttpDate(value, now) ?? Number.NaN).toJSON());
  expect(read).toEqual(dates.map(([, moment]) => moment));
  const waits = dates.map(([value]) => readRetryAfter(value, now));
  expect(waits).toEqual(dates.map(([, moment]) => Math.max(0, (Date.parse(moment) - now) / 1000)));
});

const noSeconds = [
  ...[
    '',
    ' ',
    '-1',
    '+5',
    '1e3',
    '0x5',
    '5, 6',
    '5;a',
    '5s',
    '5 6',
    '1.',
    '.5',
    '1,5',
    '1.5.2',
    '-0.5',
    '1.5e3',
    'Infinity',
    'NaN',
  ],
  ...['\u00a05', '\uff15', 'soon', 'Soon 5 GMT', '0 GMT', '1.5 GMT'],
];
const noDates = [
  ...['sat, 21 nov 2026 10:00:30 gmt', 'SAT, 21 NOV 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 10:00:30 gmt'],
  ...['', ' UTC', ' Z', ' +0000', ' +0100', ' EST', ' GMT+1'].map((place) => `Sat, 21 Nov 2026 10:00:30${place}`),
  ...['Sat Nov 21 10:00:30 2026 GMT', 'Sat Nov 21 10:00:30 GMT 2026', '21 Nov 2026 10:00:30 GMT', 'Sat 21 Nov 2026 10:00:30 GMT'],
  ...['Sat,21 Nov 2026 10:00:30 GMT', 'Sat,  21 Nov 2026 10:00:30 GMT', 'Saturday, 21 Nov 2026 10:00:30 GMT'],
  ...['Sat, 21-Nov-26 10:00:30 GMT', 'Saturday, 21-Nov-2026 10:00:30 GMT', 'Sat, 21 Nov 26 10:00:30 GMT'],
  ...[
    'Tue, 1 Dec 2026 10:00:30 GMT',
    'Tue Dec 1 10:00:30 2026',
    'Sat, 21 Noo 2026 10:00:30 GMT',
    'Foo, 21 Nov 2026 10:00:30 GMT',
  ],
  ...['24:00:00', '10:60:30', '10:00:61', '10:00'].map((time) => `Sat, 21 Nov 2026 ${time} GMT`),
  ...['Sat, 00 Nov', 'Tue, 31 Nov', 'Mon, 30 Feb', 'Sun, 29 Feb'].map((date) => `${date} 2026 10:00:30 GMT`),
  ...['Sat, 21 Nov 2026 10:00:30 GMT, Sat, 21 Nov 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 10:00:30 GMT; a=b'],
  ...['5, Sat, 21 Nov 2026 10:00:30 GMT', '2026-11-21', '2026-11-21T10:00:30Z', '@1795255230'],
];

test.each([...noSeconds, ...noDates])('%j says nothing', (value) => {
  expect(readHttpDate(value, now)).toBeUndefined();
  expect(readRetryAfter(value, now)).toBeUndefined();
});

test.each([
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T23:59:60.250Z', '2017-01-01T00:00:00.250Z'],
  ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T23:59:59Z', '2016-12-31T23:59:59.000Z'],
])('%s is a time, %s', (value, moment) => expect(new Date(readTime(value)).toJSON()).toBe(moment));

test.each(['2016-12-31T23:59:61Z', '2016-12-31T23:59:600Z', 'soon', null])('%j is no time', (value) =>
  expect(readTime(value)).toBeNaN(),
);
