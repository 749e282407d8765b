import { expect, test } from 'vitest';
import { makeExchange, makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import type { Finding } from '../outcome/finding.ts';
import { groupCauses } from './group-causes.ts';

const titles = (...findings: Partial<Finding>[]): string[] => {
  const results = findings.map((about, at) =>
    makeResult(`a/${at}`, { findings: [makeFinding('invoice-note', { exchanges: [makeExchange({ at })], ...about })] }),
  );
  return groupCauses(makeReport(results)).map(({ title, found }) => `${found.length} ${title}`);
};

test('refusals of all kinds without a problem code are one cause', () => {
  expect(
    titles(
      { expected: '422 validation_failed', received: '422 without `code`: "{}"', member: 'amount' },
      { expected: '401 unauthenticated', received: '401 without `code`: ""', member: 'Authorization' },
      { expected: '400 malformed_json', received: '422 without `code`: "{}"' },
    ),
  ).toEqual(['3 Refusals contain no problem `code`']);
});

test.each([
  [
    { expected: 'no success: a 4xx answer', received: '200 with {"id":"x"}', member: 'amount' },
    'Wrong values are accepted: `amount`',
  ],
  [
    { expected: 'no success: 401', received: '200 with {"id":"x"}', member: 'Authorization' },
    'Requests without a valid token succeed',
  ],
  [
    { expected: '400 malformed_json', received: '200 without `code`: ""', exchanges: [makeExchange({ body: '{' })] },
    'Bodies that are not a valid JSON object are accepted',
  ],
  [{ expected: '409 invoice_already_paid', received: '409 "paid": ""' }, 'Refused with `paid` instead of `invoice_already_paid`'],
  [{ expected: 'a 4xx answer', received: '500' }, 'The deployment fails with 500'],
  [{ expected: 'a success', received: '422 "{}"' }, 'Requests that must succeed are refused'],
  [{ expected: 'status 405', received: 'status 200' }, 'Status 200 instead of 405'],
  [
    { expected: 'amount: 12.34', received: '200 with amount: "12.34"', member: 'amount' },
    '`amount` is a string instead of a number',
  ],
  [{ expected: 'amount: 12.34', received: 'amount: 12.35', member: 'amount' }, '`amount` has a wrong value'],
  [{ expected: 'X-Request-Id: an id', received: 'X-Request-Id: absent', member: 'X-Request-Id' }, '`X-Request-Id` is missing'],
  [{ expected: 'two events', received: 'one' }, '`invoice-note` does not hold'],
])('%j: %s', (finding, title) => {
  expect(titles(finding)).toEqual([`1 ${title}`]);
});

test('findings of several cases about one field of one exchange are one cause', () => {
  const shared = [makeExchange()];
  const about = { member: 'note', exchanges: shared };
  expect(
    titles(
      { ...about, expected: 'note: string', received: 'note: 7' },
      { ...about, expected: 'note: string', received: 'note: 7', requirement: 'invoice-note-form' },
      { ...about, expected: 'two notes', received: 'one note' },
      { member: 'amount', exchanges: shared, expected: 'amount: 1', received: 'amount: 2' },
    ),
  ).toEqual(['3 `note` is a number instead of a string', '1 `amount` has a wrong value']);
});
