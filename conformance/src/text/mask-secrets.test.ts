/**
 * Tests that no file of a report contains a token that a deployment returned, in whatever encoding, and that masking takes linear
 * time.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cpuOf } from '../../testing/cpu-of.ts';
import { makeExchange, makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { sendRequest } from '../http/send-request.ts';
import { TrafficMask } from '../judge/mask-exchange.ts';
import { cleanerFor } from '../report/clean-report.ts';
import { writeReports } from '../report/write-reports.ts';
import { maskSecrets } from './mask-secrets.ts';

const tokens = [
  'Zm9v+YmFy/cXV4Cg+SecretPart9/Zz==',
  'sk_live_0123456789abcdef',
  'a%41+"\\&amp;<b>/=secret',
  "x'y{z}|~^`$&+,;:@!*()",
];

const names: Record<string, string> = {
  '+': 'plus',
  '/': 'sol',
  '=': 'equals',
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  $: 'dollar',
  '%': 'percnt',
};
const hex = (one: string, digits = 2): string => one.charCodeAt(0).toString(16).padStart(digits, '0');
const each =
  (change: (one: string) => string, which = /[^a-z0-9]/gi) =>
  (text: string): string =>
    text.replace(which, change);

/** Encodings in which programs write a string. They can be combined. */
const spellings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'JSON, as .NET writes it': each((one) => `\\u${hex(one, 4).toUpperCase()}`),
  'JSON in small letters': each((one) => `\\u${hex(one, 4)}`),
  'JSON, every character': each((one) => `\\u${hex(one, 4)}`, /./g),
  'JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'a script': each((one) => `\\x${hex(one)}`),
  'a script with braces': each((one) => `\\u{${hex(one)}}`),
  'percent codes': encodeURIComponent,
  'percent codes in small letters': each((one) => `%${hex(one)}`),
  'percent codes, every character': each((one) => `%${hex(one)}`, /./g),
  'percent codes of some': each((one) => `%${hex(one)}`, /[+a-f]/g),
  'HTML, decimal': each((one) => `&#${one.charCodeAt(0)};`),
  'HTML, hexadecimal': each((one) => `&#x${hex(one)};`),
  'HTML, in capitals with zeros': each((one) => `&#X${hex(one, 5).toUpperCase()};`),
  'HTML, named': each((one) => (names[one] ? `&${names[one]};` : `&#${one.charCodeAt(0)};`)),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 of more': (text) => Buffer.from(`api:${text}:and more`).toString('base64'),
  'base64 of one before it': (text) => Buffer.from(`:${text}`).toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};
const ways = Object.entries(spellings);
const isBinary = (name: string): boolean => /base64|hexa.*l$|hexadecimal in/.test(name) && !name.startsWith('HTML');
/** Each encoding, and each combination of two. Encodings such as base64 are applied only once. */
const all: [string, (token: string) => string][] = [
  ...ways,
  ...ways.flatMap(([outer, encode]) =>
    isBinary(outer)
      ? []
      : ways.map(([inner, first]): [string, (token: string) => string] => [
          `${inner}, in ${outer}`,
          (token) => encode(first(token)),
        ]),
  ),
];

/**
 * Returns true if a reader could find part of the token: eight consecutive characters, either directly or after decoding one
 * layer.
 */
function leaks(text: string, token: string): boolean {
  const decoders = [
    (one: string) => one,
    (one: string) =>
      one
        .replace(/\\u\{?([0-9a-f]{2,4})\}?|\\x([0-9a-f]{2})/gi, (_, a, b) => String.fromCharCode(Number.parseInt(a ?? b, 16)))
        .replace(/\\(["\\/])/g, '$1'),
    (one: string) => one.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    (one: string) =>
      one
        .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
        .replace(/&(\w+);/g, (whole, name) => Object.keys(names).find((one) => names[one] === name) ?? whole),
    (one: string) => [0, 1, 2, 3].map((off) => Buffer.from(one.slice(off), 'base64').toString('latin1')).join('\n'),
    (one: string) => [0, 1].map((off) => Buffer.from(one.slice(off), 'hex').toString('latin1')).join('\n'),
  ];
  const read = decoders.flatMap((outer) => decoders.map((inner) => inner(outer(text))));
  return read.some((one) => one.includes(token.slice(4, -4)));
}

test.each(tokens)('every spelling of %s is masked', (token) => {
  const mask = maskSecrets([[token, '$TOKEN']]);
  for (const [name, encode] of all) {
    const written = encode(token);
    const masked = mask(`before ${written} behind`);
    expect(masked, `${name}: ${written}`).toMatch(/^before \S*\$TOKEN\S* behind$/);
    expect(leaks(masked.slice(7, -7), token), `${name}: ${written} → ${masked}`).toBe(false);
  }
});

test('a text without a secret stays as it is', () => {
  const mask = maskSecrets(tokens.map((token) => [token, '$TOKEN']));
  for (const text of ['', 'a\\u002Bb%2b&#43;&plus;', '\\', '%', '&', '\\u', '&#;', '%2', 'Zm9v+YmFy', 'İ\\u0130é👍\ud800'])
    expect(mask(text)).toBe(text);
  expect(maskSecrets([['short', '$TOKEN']])('short')).toBe('short');
});

test('masking takes linear time for every text', () => {
  const mask = maskSecrets(tokens.map((token) => [token, '$TOKEN']));
  for (const piece of [
    '\\',
    '%',
    '&',
    '\\\\',
    '\\u',
    '\\u0',
    '\\u{',
    '%u00',
    '&#0',
    '&#x0',
    '&a',
    '%25',
    '\\u005c',
    '&amp;',
    'Zm9v',
    '0',
    ' ',
    tokens[0]?.slice(0, -1) ?? '',
  ]) {
    // An algorithm that takes quadratic time would need minutes for 256 KiB.
    expect(
      cpuOf(() => mask(piece.repeat(Math.ceil((256 * 1024) / piece.length)))),
      piece,
    ).toBeLessThan(5_000);
  }
});

test('a token that is repeated in any spelling is in no file of a report', async () => {
  const [token, other] = ['Zm9v+YmFy/cXV4Cg+SecretPart9/Zz==', 'Qk9v/YmFy+cXV4Cg+AnotherPart8/Yy=='];
  const texts = all.flatMap(([, encode]) => [encode(token), encode(other)]);
  const baseUrl = await serveForTest((_request, response) =>
    response.setHeader('x-told', encodeURIComponent(token)).end(texts.join('\n')),
  );
  const exchange = await sendRequest({ baseUrl, token, timeout: 5000 }, makeExchange().request);
  const out = mkdtempSync(join(tmpdir(), 'payment-invoice-masks-'));
  const finding = makeFinding('invoice-note', { received: texts.join(' '), exchanges: [exchange] });
  const report = makeReport([makeResult('create-payment/answer/note', { findings: [finding] })], { reasons: texts });
  const clean = cleanerFor({ TOKEN: token, OTHER_TOKEN: other });
  writeReports(out, clean(report), clean([{ scope: 'a', index: 0, exchange }]), 'agent');
  for (const name of readdirSync(out)) {
    const text = readFileSync(join(out, name), 'utf8');
    for (const secret of [token, other]) expect(leaks(text, secret), name).toBe(false);
    if (name !== 'badge.svg') expect(text, name).toContain('$OTHER_TOKEN');
  }
  rmSync(out, { recursive: true });
});

test('traffic that somebody recorded is masked in the same way', () => {
  for (const token of tokens.slice(0, 2)) {
    const about = makeExchange();
    const text = all.map(([, encode]) => encode(token)).join('\n');
    const request = { ...about.request, headers: [['authorization', `Bearer ${token}`]] as [string, string][] };
    const masked = new TrafficMask({ document: {} }).mask({
      ...about,
      request,
      answer: { status: 400, headers: [['x-told', token]], text },
    });
    expect(leaks(JSON.stringify(masked), token)).toBe(false);
    expect(leaks(masked.answer?.text ?? token, token)).toBe(false);
  }
});
