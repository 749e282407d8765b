import { expect, test } from 'vitest';
import { makeExchange } from '../../testing/make-report.ts';
import type { Recorded } from '../wire/recorder.ts';
import { describeCrash } from './build-report.ts';

const answered = (at: number): Recorded => ({ scope: `answered ${at}`, index: 0, exchange: makeExchange({ at }) });
function silent(at: number, milliseconds = 1, failure = 'the connection was refused: nothing listens there'): Recorded {
  const { answer: _none, ...rest } = makeExchange({ at, milliseconds, failure });
  return { scope: `silent ${at}`, index: 0, exchange: rest };
}

test('the requests in progress at the first failure come last, after the latest requests with a response', () => {
  // As in a real run: the request that crashed the server was sent before the others, and then again on a new connection.
  const crash = describeCrash([answered(0), answered(10), silent(20, 30), silent(22, 28), silent(60), silent(70), silent(80)]);
  expect(crash?.before.map((one) => one.case)).toEqual(['answered 0', 'answered 10', 'silent 20', 'silent 22']);
  expect(crash?.unanswered).toBe(5);
});

test('a deployment that responds at the end did not crash, and one that never did was never there', () => {
  expect(describeCrash([answered(0), silent(10), silent(20), silent(30), answered(90)])).toBeUndefined();
  expect(describeCrash([silent(10), silent(20), silent(30)])).toBeUndefined();
  expect(
    describeCrash([answered(0), silent(10, 1, 'no answer within 10 s'), silent(20, 1, 'no answer within 10 s')]),
  ).toBeUndefined();
});
