import { expect, test } from 'vitest';
import { createLog } from './create-log.ts';

const line = {
  requestId: 'req_1',
  method: 'POST',
  path: '/api/v1/"quoted"\n',
  status: 200,
  ms: 3.25,
  address: undefined,
  account: 'acc_1',
  token: undefined,
};

test('the line of a response has what the logger would write', () => {
  const written: string[] = [];
  const { logger, logResponse } = createLog('info', { write: (text) => void written.push(text) });
  logResponse(line);
  logger.info(line, 'answered');
  const [ours, its] = written.map((text) => {
    expect(text).toMatch(/^\{.*\}\n$/);
    const { time, ...rest } = JSON.parse(text);
    expect(new Date(time).toISOString()).toBe(time);
    return rest;
  });
  expect(ours).toEqual(its);
});

test('no response is logged where only warnings are', () => {
  const written: string[] = [];
  createLog('warn', { write: (text) => void written.push(text) }).logResponse(line);
  expect(written).toEqual([]);
});
