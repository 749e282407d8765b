import { describe, expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { type Exchange, isSuccess } from '../http/exchange.ts';
import { TrafficJudge } from './judge-exchange.ts';

const contract = loadContract();
const every = new Set(contract.features.keys());
const headers: [string, string][] = [['Authorization', 'Bearer $TOKEN']];
let count = 0;

interface About {
  path?: string;
  body?: object | string;
  status?: number;
  answer?: object | string;
  sent?: [string, string][];
  header?: [string, string];
  method?: string;
}

function exchange({
  path = 'create',
  body = created,
  status = 200,
  answer = invoice(),
  sent = headers,
  header,
  method = 'POST',
}: About = {}): Exchange {
  const id = `req-${++count}`;
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  const named: [string, string][] = [
    ['content-type', type],
    ['cache-control', 'no-store'],
    ['x-request-id', id],
  ];
  const rest = named.filter(([name]) => name !== header?.[0]);
  const text = typeof answer === 'string' ? answer : JSON.stringify(status >= 400 ? { requestId: id, ...answer } : answer);
  const at = new Date(Date.UTC(2026, 10, 22) + count * 60_000).toISOString();
  const request = {
    method,
    path: `/api/v1/payments/${path}`,
    headers: sent,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
  return {
    url: 'http://127.0.0.1:8080',
    request,
    answer: { status, headers: [...rest, ...(header ? [header] : [])], text },
    startedAt: at,
    milliseconds: 5,
  };
}

const created = { cashTag: '$coffeeshop', amount: 12.5 };
let notes = 0;

function invoice(about: object = {}): Record<string, unknown> {
  const id = `inv_${++notes}`;
  return {
    ...{ id, paymentUrl: `https://pay.example/pay/${id}`, cashTag: '$coffeeshop', note: `AAAAA-${String(10_000 + notes)}` },
    ...{ amount: 12.5, isWhiteLabel: false, receiptId: null, paidAmount: null, status: 'PENDING', returnUrl: null },
    ...{ createdAt: '2026-11-22T00:00:00.000Z', expiresAt: '2026-11-22T00:30:00.000Z' },
    ...about,
  };
}

function broken(...exchanges: Exchange[]): string[] {
  const judge = new TrafficJudge(contract, every);
  return [...new Set(exchanges.flatMap((one) => judge.judge(one).findings.map(({ requirement }) => requirement)))];
}

const same = invoice();
const asked = { invoiceId: same.id };
const fetched = (about: object = {}): Exchange => exchange({ path: 'fetch', body: asked, answer: { ...same, ...about } });
const create = (): Exchange => exchange({ answer: same });
const paid = { status: 'PAID', paidAmount: 12.5, receiptId: 'r-1' };

test('a right create, submit, fetch and refusal break nothing, and say what was looked at', () => {
  const refusal = {
    type: 'https://pay.example/problems/unauthenticated',
    title: 'x',
    status: 401,
    detail: 'x',
    code: 'unauthenticated',
  };
  const traffic = [
    create(),
    exchange({ path: 'submit', body: { ...asked, webReceipt: '$RECEIPT' }, answer: { ...same, ...paid } }),
    fetched(paid),
  ];
  const refused = exchange({
    path: 'fetch',
    sent: [],
    status: 401,
    answer: refusal,
    header: ['www-authenticate', 'Bearer realm="payments"'],
  });
  expect(broken(...traffic)).toEqual([]);
  const { tried } = new TrafficJudge(contract, every).judge(refused);
  expect(tried).toEqual(expect.arrayContaining(['fetch-requires-token', 'errors-are-problems', 'answers-not-stored']));
});

describe('each of these breaks its requirement', () => {
  test.each<[string, string, () => Exchange[]]>([
    ['a field of another type', 'invoice-amount', () => [exchange({ answer: invoice({ amount: '12.5' }) })]],
    ['a field that is missing', 'invoice-note', () => [exchange({ answer: invoice({ note: undefined }) })]],
    ['another amount than was sent', 'invoice-amount', () => [exchange({ answer: invoice({ amount: 12.51 }) })]],
    ['a tag that was not sent', 'invoice-cash-tag', () => [exchange({ answer: invoice({ cashTag: '$teashop' }) })]],
    ['an amount that changed until fetch', 'invoice-amount', () => [create(), fetched({ amount: 12.51 })]],
    [
      'another page at fetch',
      'fetch-reads-what-was-created',
      () => [create(), fetched({ paymentUrl: 'https://pay.example/pay/x' })],
    ],
    ['another invoice at fetch', 'fetch-answers-invoice', () => [exchange({ path: 'fetch', body: asked })]],
    ['an id that comes twice', 'create-ids-distinct', () => [create(), exchange({ answer: { ...invoice(), id: same.id } })]],
    ['a note that comes twice', 'invoice-note-unique', () => [create(), exchange({ answer: { ...invoice(), note: same.note } })]],
    ['a status that is taken back', 'lifecycle-paid-is-final', () => [create(), fetched(paid), fetched()]],
    [
      'a sum that falls',
      'invoice-paid-amount-never-falls',
      () => [create(), fetched({ ...paid, paidAmount: 20 }), fetched(paid)],
    ],
    ['PAID with too little', 'lifecycle-full-payment', () => [create(), fetched({ ...paid, paidAmount: 1 })]],
    ['a success without a token', 'create-requires-token', () => [exchange({ sent: [] })]],
    ['a success for half a body', 'create-refuses-malformed-json', () => [exchange({ body: '{"cashTag":' })]],
    ['an invoice by GET', 'fetch-is-post', () => [exchange({ path: 'fetch', method: 'GET' })]],
    ['another status of success', 'create-status-200', () => [exchange({ status: 201 })]],
    [
      'a page instead of JSON',
      'create-answers-json',
      () => [exchange({ answer: '<html>', header: ['content-type', 'text/html'] })],
    ],
    [
      'a refusal that is no problem',
      'errors-are-problems',
      () => [exchange({ status: 422, answer: '{"error":"no"}', header: ['content-type', 'application/json'] })],
    ],
    [
      'a code that is not in the catalogue',
      'problem-code-of-catalogue',
      () => [exchange({ status: 422, answer: { code: 'nope', status: 422 } })],
    ],
    ['a response that caches keep', 'answers-not-stored', () => [exchange({ header: ['cache-control', 'max-age=60'] })]],
    [
      'a request id that comes twice',
      'request-id-on-every-answer',
      () => [create(), exchange({ header: ['x-request-id', `req-${count}`] })],
    ],
    ['a server error', 'bad-input-is-no-server-error', () => [exchange({ status: 500, answer: {} })]],
    ['a token in a response', 'token-never-told', () => [exchange({ answer: invoice({ more: 'Bearer $TOKEN' }) })]],
  ])('%s: %s', (_name, requirement, traffic) => {
    expect(broken(...traffic())).toContain(requirement);
  });
});

test('only requirements of claimed features are judged', () => {
  const judge = new TrafficJudge(contract, new Set());
  const bare = exchange({ status: 201, header: ['cache-control', 'max-age=60'] });
  expect(judge.judge(bare).findings).toEqual([]);
  expect(isSuccess(bare.answer ?? { status: 0, headers: [], text: '' })).toBe(true);
  expect(
    judge.judge(exchange({ status: 422, answer: '{"error":"no"}', header: ['content-type', 'application/json'] })).findings,
  ).toEqual([]);
});

test('a property without a name asks for no invoice', () => {
  expect(broken(exchange({ body: { ...created, '': 1 } }))).toEqual([]);
});

test('a request without a response breaks nothing', () => {
  const { answer: _none, ...silent } = exchange();
  expect(broken({ ...silent, failure: 'closed' })).toEqual([]);
});
