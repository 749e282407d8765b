import { expect, test } from 'vitest';
import { readContract } from '../../payments/load-contract.ts';
import { type ChangeContract, changedContract } from '../../testing/changes/change-contract.ts';
import type { Exchange, HttpResponse } from '../http/exchange.ts';
import { checkHeader, checkProblems } from './check-responses.ts';

const shipped = readContract(changedContract());

function exchangeAt(path: string): Exchange {
  const request = { method: 'POST', path, headers: [] };
  return { url: `http://127.0.0.1${path}`, request, startedAt: '2026-01-02T03:04:05.000Z', milliseconds: 3 };
}

test('a path that a problem names with other escapes is the same', () => {
  const instances = (instance: string): string[] => {
    const problem = {
      ...{ type: 'https://example.com/p', title: 'No such invoice', status: 404, detail: 'It is unknown.', requestId: 'req_1' },
      ...{ instance, code: 'invoice_not_found' },
    };
    const headers: HttpResponse['headers'] = [
      ['content-type', 'application/problem+json'],
      ['x-request-id', 'req_1'],
    ];
    const response = { status: 404, headers, text: JSON.stringify(problem) };
    return checkProblems(shipped, [{ exchange: exchangeAt('/api/v1/payments/fetch'), response }]).flatMap(
      ({ member, received }) => (member === 'instance' ? [received] : []),
    );
  };
  expect(instances('/shop/api/v1/payments/%66etch?a=1')).toEqual([]);
  expect(instances('/api/v1/payments/create')).toEqual(['instance: "/api/v1/payments/create"']);
});

test('a header is as its schema says, whatever else is asked of it', () => {
  const judgeId = (...changes: ChangeContract[]): string[] => {
    const response = { status: 200, headers: [['x-request-id', 'a-1']] as HttpResponse['headers'], text: '' };
    const rule = { name: 'X-Request-Id', isRight: (value: string) => value !== '', expected: 'an id' };
    const own = [{ exchange: exchangeAt('/api/v1/payments/fetch'), response }];
    const contract = readContract(changedContract(...changes));
    return checkHeader(contract, 'request-id-on-every-answer', rule, own).map(({ expected }) => expected);
  };
  expect(judgeId()).toEqual([]);
  const withPattern: ChangeContract = ({ components }) =>
    void Object.assign(components.headers.RequestId.schema, { pattern: '^req_' });
  expect(judgeId(withPattern)).toEqual(['X-Request-Id: an id, string, not empty, matching ^req_']);
});
