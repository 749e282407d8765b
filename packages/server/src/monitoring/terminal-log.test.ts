import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTerminalLog } from './create-log.ts';

/** Writes log entries as the server does. Returns the lines that appear on the terminal. */
function log(write: (logger: pino.Logger) => void): string[] {
  const lines: string[] = [];
  const output = { write: (line: string | Uint8Array) => lines.push(String(line)) > 0 };
  write(pino({ base: null, timestamp: () => ',"time":"2026-11-21T10:04:07.512Z"' }, createTerminalLog(output)));
  return lines;
}

test('a request is one readable line, and the start is printed elsewhere', () => {
  const lines = log((logger) => {
    logger.info({ baseUrl: 'http://127.0.0.1:1' }, 'listening');
    logger.info({ requestId: 'req_1', method: 'POST', path: '/api/v1/payments/create', status: 200, ms: 3.1 }, 'answered');
  });
  expect(lines).toEqual(['  10:04:07 POST /api/v1/payments/create 200, 3.1 ms\n']);
});

test('a warning and an error are marked as such, with their facts', () => {
  const [warning, error] = log((logger) => {
    logger.warn({ host: 'shop.example' }, 'a callback failed');
    logger.error({ err: new Error('no disk') }, 'failed');
  });
  expect(warning).toBe('  10:04:07 Warning: a callback failed {"host":"shop.example"}\n');
  expect(error).toMatch(/^ {2}10:04:07 Error: failed\nError: no disk\n/);
});
