import { expect, test } from 'vitest';
import { cpuOf } from '../../testing/cpu-of.ts';
import type { Exchange } from '../http/exchange.ts';
import { showMarks, tokenMark } from '../text/marks.ts';
import { maskSecrets } from '../text/mask-secrets.ts';
import { cleanerFor } from './clean-report.ts';

const exchangeOf = (text: string): Exchange => ({
  url: 'http://127.0.0.1/',
  request: { method: 'POST', path: '/', headers: [] },
  answer: { status: 200, headers: [], text },
  startedAt: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
});
const secret = 'tok/ABC+def==ghijklmnop0123';
const clean = cleanerFor({ TOKEN: undefined, OTHER_TOKEN: secret });
const textOf = (text: string): string => showMarks(clean(exchangeOf(text)).answer?.text ?? '');

test('a long response is cut, once for all that share it; a short one is not', () => {
  const [long, short] = [exchangeOf('x'.repeat(300_000)), exchangeOf('short')];
  const { findings, recorded } = clean({ findings: [{ exchanges: [long, short] }], recorded: [long] });
  const [first, second] = findings[0]?.exchanges ?? [];
  expect(first?.answer?.text).toMatch(/^x{16384}… \(283616 characters more\)$/);
  expect(second).toEqual(short);
  expect(recorded[0]).toBe(first);
});

test('no part of a token or of a mark stays, wherever a text is cut', () => {
  const escaped = secret.replace(/./g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const pieces = [secret, tokenMark, encodeURIComponent(secret), escaped, Buffer.from(secret).toString('hex')];
  for (const piece of pieces)
    for (let at = 16_384 - piece.length - 1; at <= 16_386; at += 1)
      for (const behind of ['', 'x'.repeat(2000), piece.repeat(200)]) {
        const text = textOf('x'.repeat(at) + piece + behind);
        for (const part of [piece.slice(0, 8), piece.slice(-8)]) expect(text.includes(part), `${piece} at ${at}`).toBe(false);
      }
});

test('what is read of a response is bound, whatever its size', () => {
  const text = '\\u005c&amp;%25'.repeat(100_000);
  const mask = maskSecrets([[secret, '$TOKEN']]);
  // Masking the whole text takes about forty times as long as masking the part that is kept.
  expect(cpuOf(() => textOf(text))).toBeLessThan(cpuOf(() => mask(text)) / 5);
});
