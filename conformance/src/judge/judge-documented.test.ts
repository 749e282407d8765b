import { expect, test } from 'vitest';
import { readContract } from '../../payments/load-contract.ts';
import { makeExchange } from '../../testing/make-report.ts';
import { showMarks } from '../text/marks.ts';
import { TrafficJudge } from './judge-exchange.ts';
import { TrafficMask } from './mask-exchange.ts';

const contract = readContract(`
openapi: 3.1.0
info: {title: Chats, version: 1.0.0}
paths:
  /chat:
    get:
      operationId: readChat
      responses:
        '200':
          description: A chat.
          content:
            application/json:
              schema:
                type: object
                properties:
                  session: {type: string, format: uuid}
                  count: {type: integer}
`);
const session = '0b9f6a52-6c3e-4d0a-9f0e-5b7f3f5f2f11';
const read = (asked: string, body: object) => {
  const original = makeExchange({
    request: { method: 'GET', path: `/chat?session=${asked}`, headers: [] },
    answer: { status: 200, headers: [['content-type', 'application/json']], text: JSON.stringify(body) },
  });
  const { findings } = new TrafficJudge(contract, new Set()).judge(new TrafficMask(contract).mask(original), original);
  return { findings, shown: showMarks(JSON.stringify(findings)) };
};

test('a secret that a response repeats is judged as it was sent, and not shown', () => {
  expect(read(session, { session }).findings).toEqual([]);
  const wrong = read(session, { session, count: 'many' });
  expect(wrong.findings).toMatchObject([{ received: expect.stringContaining('not shown') }]);
  expect(wrong.shown).not.toContain(session);
  const wrongItself = read('no-session-at-all', { session: 'no-session-at-all' });
  expect(wrongItself.findings).toMatchObject([{ member: 'session', received: '"$TOKEN"' }]);
  expect(wrongItself.shown).not.toContain('no-session');
});
