import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startChild } from '../../testing/process/start-child.ts';
import { makeTestDirectory } from '../../testing/start-test-server.ts';
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

test('the line of a response is the same as the logger would write', () => {
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

test('no response is logged if the level is warn', () => {
  const written: string[] = [];
  createLog('warn', { write: (text) => void written.push(text) }).logResponse(line);
  expect(written).toEqual([]);
});

test('a warning by Node.js or a library is a line of the log', async () => {
  const directory = makeTestDirectory();
  const log = join(directory, 'log');
  const warn = "data:text/javascript,setInterval(()=>process.emitWarning('one%5Cntwo'),50).unref()";
  const env = { NODE_OPTIONS: `--import=${warn}`, PORT: '0', DATA_DIR: directory };
  const program = join(import.meta.dirname, '../../bin/server.ts');
  const child = await startChild(program, ['--json'], env, { within: ['sh', '-c', `exec "$@" 2>${log}`, 'sh'] });
  onTestFinished(() => child.end());
  // Skips lines that Node.js printed before the server's log began.
  const read = () => readFileSync(log, 'utf8').split(/"msg":"one/);
  await expect.poll(() => read().length).toBeGreaterThan(3);
  const lines = read().slice(1, -1).join('').split('\n').slice(1, -1);
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
});
