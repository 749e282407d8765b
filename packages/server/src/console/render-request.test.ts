/** Tests the curl commands and the code that the console shows for a request, by running them. */
import { spawnSync } from 'node:child_process';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { readCreate } from '@payment-invoice/kit/invoices';
import { expect, test } from 'vitest';
import { sketchRequest } from '../../testing/console/sketch-request.ts';
import { replayTransitions } from './find-history.ts';
import { indentJson } from './render-exchange.ts';
import { writeClientCode, writeCurl } from './render-request.ts';
import { plainText } from './render-values.ts';

test.each([
  `{"cashTag":"$HOME","note":"it's \`id\` \\\\ $(id) !"}`,
  'no JSON\nbut two lines',
  "bell \u0007 escape \u001b[31m, turned \u202e text, é, 👍, and ' and \\",
  '$WEB_RECEIPT and again $WEB_RECEIPT',
  '-d @/etc/passwd',
])('a shell reads the body %j as it was sent', (body) => {
  const line = writeCurl(sketchRequest(body, { headers: [['Idempotency-Key', "o'$x"]] }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would act on them
  expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const environment = { BASE_URL: 'http://x', TOKEN: 'secret', WEB_RECEIPT: '$WEB_RECEIPT' };
  const { stdout } = spawnSync('bash', ['-c', script], { env: environment, encoding: 'utf8' });
  expect(stdout.split('\0')).toEqual([
    ...['-sS', '-X', 'POST', 'http://x/api/v1/payments/create'],
    ...['-H', 'Authorization: Bearer secret', '-H', "Idempotency-Key: o'$x", '--data-raw', body, ''],
  ]);
});

test('the code calls the operation with the values that were sent', () => {
  const body = JSON.stringify({ invoiceId: `it's "\\ \u202e`, webReceipt: '$WEB_RECEIPT', 'a-b': [1.5, null] });
  const code =
    writeClientCode(sketchRequest(body, { path: '/api/v1/payments/submit', headers: [['idempotency-key', 'k']] })) ?? '';
  expect(code).toContain('await payments.submitReceipt({');
  expect(code).toContain("webReceipt: process.env.WEB_RECEIPT ?? '',");
  expect(code).not.toContain('\u202e');
  const call = /submitReceipt\(([\s\S]+)\);\n$/.exec(code)?.[1];
  const args = new Function('process', `return [${call}]`)({ env: { WEB_RECEIPT: '$WEB_RECEIPT' } });
  expect(args).toEqual([JSON.parse(body), { idempotencyKey: 'k' }]);
  expect(writeClientCode(sketchRequest('[]'))).toBeUndefined();
  expect(writeClientCode(sketchRequest('{"a":'))).toBeUndefined();
  expect(writeClientCode(sketchRequest('{}', { path: '/api/v1/nothing' }))).toBeUndefined();
});

test('JSON is indented as it was sent', () => {
  expect(indentJson('{"amount":12.50,"amount":1e2,"s":"a,{b}:\\"c","none":{},"list":[1,[ ]]}')).toBe(
    '{\n  "amount": 12.50,\n  "amount": 1e2,\n  "s": "a,{b}:\\"c",\n  "none": {},\n  "list": [\n    1,\n    [ ]\n  ]\n}',
  );
  for (const text of ['', 'no JSON', '{"a":', `${'['.repeat(16_000)}${']'.repeat(16_000)}`]) expect(indentJson(text)).toBe(text);
});

test('invisible characters are shown', () => expect(plainText('a\u202eb\u0000c\n\té👍')).toBe('a\\u202eb\\u0000c\n\té👍'));

test('the changes of an invoice are derived from its receipts and its expiry', () => {
  const invoice = {
    ...{ ...readCreate('acc_1', exampleCreate), id: 'inv_1', note: 'N', amount: 100, receiptId: null, paidAmount: null },
    ...{ sequence: 0, createdAt: 1, expiresAt: 9 },
  };
  const receipt = (amount: number, paymentStatus: 'completed' | 'failed', recordedAt: number) => ({
    ...{ receiptId: 'rcp_1', paidAt: 0 },
    ...{ amount, paymentStatus, recordedAt },
  });
  const replay = (status: 'PENDING' | 'PAID' | 'FAILED' | 'EXPIRED', ...receipts: ReturnType<typeof receipt>[]) =>
    replayTransitions({ ...invoice, status }, receipts).map(({ at, from, to }) => `${at} ${from ?? ''} ${to}`);
  expect(replay('PENDING')).toEqual(['1  PENDING']);
  const parts = [receipt(40, 'completed', 2), receipt(40, 'completed', 3), receipt(20, 'completed', 4)];
  const further = ['3 UNDER_PAID UNDER_PAID', '4 UNDER_PAID PAID'];
  expect(replay('PAID', ...parts)).toEqual(['1  PENDING', '2 PENDING UNDER_PAID', ...further]);
  expect(replay('EXPIRED', ...parts.slice(0, 1))).toEqual(['1  PENDING', '2 PENDING UNDER_PAID', '9 UNDER_PAID EXPIRED']);
  expect(replay('FAILED', receipt(1, 'failed', 5))).toEqual(['1  PENDING', '5 PENDING FAILED']);
});
