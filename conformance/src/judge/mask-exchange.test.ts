import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
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

test('tokens, cookies and receipts are masked everywhere, in every spelling', () => {
  const masked = showMarks(JSON.stringify(new TrafficMask(loadContract()).mask(sent)));
  for (const hidden of [secret, Buffer.from(secret).toString('base64').replace(/=+$/, ''), receipt, 'session='])
    expect(masked).not.toContain(hidden);
  expect(masked).toContain('Bearer $TOKEN');
  expect(masked).toContain('$RECEIPT');
});

test('tokens of several callers stay apart, and a short one is masked where it stands', () => {
  const mask = new TrafficMask(loadContract());
  const of = (token: string): string =>
    showMarks(
      mask.mask({ ...sent, request: { ...sent.request, path: '/a', headers: [['Authorization', token]] } }).request
        .headers[0]?.[1] ?? '',
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

const document = {
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Shop' },
      other: { $ref: '#/x-schemes/app' },
      empty: null,
    },
  },
  'x-schemes': { app: { type: 'apiKey', in: 'query', name: 'app' } },
};
const login = 'sesame-sesame-1234';

test.each([
  ['a header that a scheme of the contract names', '/a', ['X-Shop', login], ''],
  ['a header with a usual name', '/a', ['x-api-key', login], ''],
  ['a header of a cloud', '/a', ['X-Amz-Security-Token', login], ''],
  ['a parameter', `/a?page=2&access_token=${login}#here`, ['Accept', 'a'], ''],
  ['a parameter that is a key', `/a?key=${encodeURIComponent(login).replace('s', '%73')}`, ['Accept', 'a'], ''],
  ['a parameter of a scheme elsewhere in the document', `/a?app=${login}`, ['Accept', 'a'], ''],
  ['a field of a form', '/a', ['Content-Type', 'application/x-www-form-urlencoded'], `client_secret=${login}&grant=a`],
  ['a field of a request', '/a', ['Accept', 'a'], JSON.stringify({ user: 'me', client_secret: login, newPassword: login })],
])('a key in %s is nowhere in what is kept', (_where, path, header, body) => {
  const { answer = { status: 200, headers: [], text: '' } } = sent;
  const masked = new TrafficMask({ document }).mask({
    ...sent,
    url: `https://shop.example${path}`,
    request: { method: 'POST', path, headers: [header as [string, string]], body },
    answer: { ...answer, text: JSON.stringify({ told: login }) },
  });
  expect(showMarks(JSON.stringify(masked))).not.toContain(login.slice(1));
  expect(showMarks(masked.url)).toBe(`https://shop.example${showMarks(masked.request.path)}`);
});

test('a value that is not a credential stays readable', () => {
  const headers: [string, string][] = [
    ['Idempotency-Key', 'order-7-of-today'],
    ['X-Request-Id', 'req_12345678'],
  ];
  const request = { method: 'POST', path: '/a?page=2&monkey=3', headers, body: '{"tokens":"7","key":"a-name-of-one"}' };
  expect(new TrafficMask({ document }).mask({ ...sent, request }).request).toEqual(request);
});
