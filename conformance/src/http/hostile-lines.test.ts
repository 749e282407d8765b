/**
 * Tests curl lines that contain hostile text. Every shell must pass each argument to curl as the suite sent it, and must not run
 * anything else. A function that records its arguments replaces curl, and the shell cannot find any program that the hostile text
 * might call.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { renderScript } from '../report/reproduce/reproduce-script.ts';
import { showUnseen } from '../text/encode-output.ts';
import { bearerToken } from '../text/marks.ts';
import type { Exchange } from './exchange.ts';
import { renderCount, renderCurl } from './render-curl.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-hostile-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));
const tools = join(folder, 'tools');
const work = join(folder, 'work');
mkdirSync(tools);
mkdirSync(work);

const whereIs = (name: string): string | undefined =>
  spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || undefined;
// Includes `touch`, so that the test would notice if a string were run as a command.
for (const name of ['seq', 'sed', 'sort', 'uniq', 'date', 'cat', 'touch'])
  symlinkSync(whereIs(name) ?? expect.unreachable(name), join(tools, name));
// Uses a shell function, which is faster than a program and gets the same arguments. It records each argument and each piped
// body, followed by a NUL. At the end of each call, it records END OF CALL, which no other text contains.
const recorder = `curl() {
  { printf '%s\\0' "$@"; case "$*" in *"--data-binary @-"*) cat; printf '\\0';; esac; printf 'END OF CALL\\0'; } >> '${join(folder, 'calls')}'
  printf '{"id":"inv_new"} 200\\n'
}
`;
beforeEach(() => rmSync(join(folder, 'calls'), { force: true }));

/** A linear congruential generator, so that every run of the test uses the same strings. */
let state = 7;
const random = (below: number): number => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >> 8) % below;
};

const payloads = [
  `\${TOKENX:=$(touch PWNED)}\${TOKENX@P}`,
  `\${TOKENX:=a[$(touch PWNED)]}\${TOKEN:TOKENX}`,
  `\${ID:=$(touch PWNED)}$ID$RECEIPT$n$RUN$CALLBACK_URL`,
  ...['$(touch PWNED)', '`touch PWNED`', "'; touch PWNED; '", '"; touch PWNED; "', '\\', "\\'", "'\\''", '$', '!!', '!touch'],
  ...[
    '; touch PWNED',
    '| touch PWNED',
    '& touch PWNED &',
    '> PWNED',
    '>> PWNED',
    '< /etc/passwd',
    '<(touch PWNED)',
    '$((PWNED=1))',
  ],
  ...[
    '\ntouch PWNED\n',
    '\r\ntouch PWNED',
    '\u0000touch PWNED',
    '#',
    ' # x',
    '~',
    '~root',
    '*',
    '?',
    '[a-z]*',
    '{a,b}',
    '{1..3}',
  ],
  ...['-o PWNED', '--output=PWNED', '@/etc/passwd', '%s%n%d', '\\0101', "$'\\x41'", '$"x"', '=ls', '^a^b', `$\{TOKEN}`, '$TOKEN'],
  ...[
    '\u001b[2J',
    '\u009b31m',
    '\u202e',
    '\u200b',
    '\ufeff',
    '\u2028',
    'é',
    '👍',
    '\ud800',
    `POST;touch$\{IFS}PWNED;#`,
    `$\{IFS}`,
    '$@',
    '$*',
  ],
];
const signs = [...'\'"`\\$(){}[]<>|&;!#~*?=%@^:,. -\n\t\r\u0000\u0001\u001b\u0085\u009b\u00ad\u200e\u202e\u2029\ufeffaTOKENé👍'];

function hostile(at: number): string {
  if (at < payloads.length) return payloads[at] as string;
  const piece = (): string =>
    random(3) === 0 ? (payloads[random(payloads.length)] as string) : (signs[random(signs.length)] as string);
  return Array.from({ length: 1 + random(8) }, piece).join('');
}

/** The variables that a run sets, and one that must never be expanded. */
const environment = {
  PATH: tools,
  TOKEN: 'the token',
  TOKENX: 'never',
  ID: 'never',
  HOME: '/never',
  n: 'never',
  CALLBACK_URL: 'https://mine.example/',
};

/** Runs lines in a shell. Returns the arguments of each call of curl. */
function run(shell: string, lines: string): string[][] {
  const file = join(folder, 'lines');
  writeFileSync(file, recorder + lines);
  execFileSync(shell, [file], { cwd: work, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  // Fails if a hostile text has created a file here.
  expect(readdirSync(work)).toEqual([]);
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split('END OF CALL\0').slice(0, -1);
  return calls.map((call) => call.slice(0, -1).split('\0'));
}

/** Removes NUL characters, which an argument cannot contain. */
const argument = (text: string): string => Buffer.from(text.replaceAll('\0', '')).toString();
const trimmed = (text: string): string => argument(text).replace(/\n+$/, '');

const base = 'http://127.0.0.1:9/api/v1/payments';
const exchangeOf = (request: Partial<Exchange['request']>, url = `${base}/create`): Exchange => ({
  url,
  request: {
    method: 'POST',
    path: url.slice('http://127.0.0.1:9'.length),
    headers: [['Authorization', bearerToken]],
    ...request,
  },
  startedAt: '2026-11-22T10:00:00.000Z',
  milliseconds: 1,
});

/**
 * For each place in a request: a function that puts a string there and returns the exchange and the arguments that curl must get.
 */
const places: Record<string, (text: string) => [Exchange, string[]]> = {
  method: (text) => [
    exchangeOf({ method: text }),
    ['-X', trimmed(text), `${base}/create`, '-H', 'Authorization: Bearer the token'],
  ],
  'header name': (text) => {
    const isFile = text.startsWith('@');
    const sent = ['-X', 'POST', `${base}/create`, ...(isFile ? [] : ['-H', trimmed(`${text}: x`)])];
    return [exchangeOf({ headers: [[text, 'x']] }), sent];
  },
  'header value': (text) => {
    const line = text.trim() === '' ? 'X-Other;' : `X-Other: ${text}`;
    return [exchangeOf({ headers: [['X-Other', text]] }), ['-X', 'POST', `${base}/create`, '-H', trimmed(line)]];
  },
  URL: (text) => {
    const url = `${base}/create/${text}`;
    const seen = url.replace(/[\t\n\r]/g, '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
    const glob = /[[\]{}]/.test(url) ? ['-g'] : [];
    return [exchangeOf({ headers: [] }, url), ['-X', 'POST', ...glob, argument(seen)]];
  },
  body: (text) => {
    const isPiped = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
    const sent = isPiped ? ['--data-binary', '@-', Buffer.from(text).toString()] : ['--data-raw', argument(text)];
    return [exchangeOf({ headers: [], body: text }), ['-X', 'POST', `${base}/create`, '-H', 'Content-Type:', ...sent]];
  },
  'body beside the token': (text) => {
    const body = (token: string): string => JSON.stringify({ invoiceId: text, token });
    const isPiped = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(body(''));
    const own = body('the token');
    const sent = isPiped ? ['--data-binary', '@-', own] : ['--data-raw', own];
    return [
      exchangeOf({ headers: [], body: body(bearerToken.slice(7)) }),
      ['-X', 'POST', `${base}/create`, '-H', 'Content-Type:', ...sent],
    ];
  },
};

const shells = ['bash', 'dash', 'zsh'].map((name) => ({ name, path: whereIs(name) }));
/** Hostile strings. The worst ones come first; the others are random. */
const strings = Array.from({ length: process.env.IN_FULL === '1' ? 1000 : 200 }, (_, at) => hostile(at));

describe.each(shells)('$name', ({ name, path }) => {
  test.skipIf(path === undefined).each(Object.keys(places))(
    `${path === undefined ? `(skipped: no ${name} is installed) ` : ''}reads hostile strings as %s`,
    (place) => {
      const made = strings.map((text) => (places[place] as (typeof places)[string])(text));
      const lines = made.map(([exchange]) => renderCurl(exchange));
      for (const line of lines) expect(showUnseen(line)).toBe(line);
      const calls = run(path as string, `${lines.join('\n')}\n`);
      expect(calls).toHaveLength(made.length);
      for (const [at, [, sent]] of made.entries()) {
        const [, , ...got] = calls[at] as string[];
        // The record is split at NULs. A piped body may contain a NUL too, so it is split in the same way here.
        const joined = sent.join('\0').split('\0');
        expect(got, lines[at]).toEqual(joined);
      }
    },
    300_000,
  );

  test.skipIf(path === undefined)(
    `${path === undefined ? `(skipped: no ${name} is installed) ` : ''}reads hostile strings in scripts and counts`,
    () => {
      const lines: string[] = [];
      const expected: string[] = [];
      // Each script contains four of the strings, in four different places.
      for (let at = 0; at < strings.length; at += 4) {
        const [note, webReceipt, callbackUrl, other] = strings.slice(at, at + 4) as [string, string, string, string];
        const id = `inv_${at}`;
        const create = exchangeOf({ body: JSON.stringify({ note }), headers: post });
        const body = (invoiceId: string): string => JSON.stringify({ invoiceId, webReceipt, callbackUrl });
        const submit = exchangeOf({ body: body(id), headers: [...post, ['X-Other', other]] }, `${base}/submit`);
        const answer = { status: 200, headers: [], text: JSON.stringify({ id }) };
        const script = renderScript([{ ...create, answer }, submit], { payments: new Map() });
        lines.push(script ?? expect.unreachable());
        expected.push(JSON.stringify({ note }), body('inv_new'));
      }
      const calls = run(path as string, `${lines.join('\n')}\n`);
      expect(calls.map((call) => call.at(-1))).toEqual(expected.map(argument));
      for (const call of calls) expect(call).toContain('Authorization: Bearer the token');

      rmSync(join(folder, 'calls'));
      const counted = run(
        path as string,
        `${strings
          .slice(0, 100)
          .map((text) => renderCount(exchangeOf({ body: `"${text}"` }), 2))
          .join('\n')}\n`,
      );
      expect(counted).toHaveLength(200);
    },
    300_000,
  );
});

const post: [string, string][] = [
  ['Authorization', bearerToken],
  ['Content-Type', 'application/json'],
];
