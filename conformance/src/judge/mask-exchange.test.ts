import { expect, test } from 'vitest';
import { makeExchange } from '../../testing/make-report.ts';
import { showMarks } from '../text/marks.ts';
import { TrafficMask } from './mask-exchange.ts';

const secret = 'sk_live_0123456789abcdef';
const receipt = 'eyJhbGciOi.receipt/of+a+payment';
const sent = makeExchange({
  request: {
    method: 'POST',
    path: `/api/v1/payments/submit?token=${secret}`,
    headers: [
      ['authorization', `Bearer ${secret}`],
      ['Cookie', 'session=1'],
    ],
    body: JSON.stringify({ invoiceId: 'inv_1', webReceipt: receipt }),
  },
  answer: {
    status: 200,
    headers: [['set-cookie', 'session=2']],
    text: JSON.stringify({
      token: secret,
      base64: Buffer.from(secret).toString('base64'),
      said: receipt,
      slashed: receipt.replace('/', '\\/'),
    }),
  },
});

test('tokens, cookies and receipts are nowhere in what is kept, however they are spelled', () => {
  const masked = showMarks(JSON.stringify(new TrafficMask().mask(sent)));
  for (const hidden of [secret, Buffer.from(secret).toString('base64').replace(/=+$/, ''), receipt, 'session='])
    expect(masked).not.toContain(hidden);
  expect(masked).toContain('Bearer $TOKEN');
  expect(masked).toContain('$RECEIPT');
});

test('tokens of several callers stay apart, and a short one is masked where it stands', () => {
  const mask = new TrafficMask();
  const of = (token: string): string =>
    showMarks(
      mask.mask({ ...sent, request: { ...sent.request, headers: [['Authorization', token]] } }).request.headers[0]?.[1] ?? '',
    );
  expect([of('Bearer first-token'), of('Bearer second-token'), of('Bearer first-token')]).toEqual([
    'Bearer $TOKEN',
    'Bearer $TOKEN_2',
    'Bearer $TOKEN',
  ]);
  expect(of('Bearer x')).toBe('Bearer $TOKEN');
  expect(of('secret')).toBe('$TOKEN');
  expect(of('Bearer  x\ty')).toBe('Bearer $TOKEN');
  expect(of(`a${' '.repeat(9)}\nsecret`)).toBe('a $TOKEN');
  expect(of('Bearer $TOKEN')).toBe('Bearer $TOKEN');
});
