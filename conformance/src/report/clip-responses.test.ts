import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { clipResponses } from './clip-responses.ts';
import type { Report } from './report.ts';

const exchangeOf = (text: string): Exchange => ({
  url: 'http://127.0.0.1/',
  request: { method: 'POST', path: '/', headers: [] },
  answer: { status: 200, headers: [], text },
  startedAt: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
});

test('a long answer is cut, in findings and in the record; a short one is not', () => {
  const [long, short] = [exchangeOf('x'.repeat(300_000)), exchangeOf('short')];
  const { report, recorded } = clipResponses(
    { results: [{ findings: [{ exchanges: [long, short] }] }] } as unknown as Report,
    [long, short].map((exchange, index) => ({ scope: 'one', index, exchange })),
  );
  const shown = [report.results[0]?.findings[0]?.exchanges, recorded.map(({ exchange }) => exchange)];
  for (const exchanges of shown) {
    expect(exchanges?.[0]?.answer?.text.length).toBeLessThan(17_000);
    expect(exchanges?.[0]?.answer?.text).toMatch(/x… \(\d+ characters more\)$/);
    expect(exchanges?.[1]).toBe(short);
  }
});
