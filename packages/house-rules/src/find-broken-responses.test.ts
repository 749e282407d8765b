/** Tests that `npm run owed` lists responses that broke the contract. Imports the script by path: no package contains it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from './repository.ts';

const broken = (message: string) => JSON.stringify({ level: 50, err: { type: 'UndocumentedResponseError', message } });

test('each response that was not sent is reported once, and nothing else is', () => {
  const log = [
    broken('The response fetchPayment 404 breaks the contract: no help.'),
    broken('The response fetchPayment 404 breaks the contract: no help.'),
    JSON.stringify({ level: 50, err: { type: 'TypeError', message: 'UndocumentedResponseError' } }),
    'UndocumentedResponseError: no JSON',
    broken('The response createPayment 200 breaks the contract: no id').slice(0, 60),
  ].join('\n');
  const program = 'import(process.argv[1]).then((it) => console.log(JSON.stringify(it.findBrokenResponses(process.argv[2]))))';
  const file = pathToFileURL(join(root, 'scripts/owed/find-broken-responses.ts')).href;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program, file, log], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    'The response fetchPayment 404 breaks the contract: no help. The server sends a 500 instead.',
  ]);
});
