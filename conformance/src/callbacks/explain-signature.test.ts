import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { explainSignature } from './explain-signature.ts';

const secret = `whsec_${Buffer.from('a secret of an account').toString('base64')}`;
const key = Buffer.from('a secret of an account');
const body = '{"type": "invoice.paid", "data": {"note": "a, b: c"}}';
const time = '1795381148';

/** Makes a call whose signature covers `content`. */
function signed(content: string, { by = key, prefix = 'v1,', form = 'base64' as 'base64' | 'hex', timestamp = time } = {}) {
  const signature = `${prefix}${createHmac('sha256', by).update(content).digest(form)}`;
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return { method: 'POST', target: '/', query: '', headers, body, at: 0 };
}

test.each([
  ['re-serialised', signed(`msg_1.${time}.${JSON.stringify(JSON.parse(body))}`), 'the body was serialised again'],
  ['undecoded', signed(`msg_1.${time}.${body}`, { by: Buffer.from(secret.slice(6)) }), 'the secret was not decoded'],
  ['used as text', signed(`msg_1.${time}.${body}`, { by: Buffer.from(secret) }), 'the secret was used as text'],
  ['signed in milliseconds', signed(`msg_1.${time}000.${body}`), 'the signed timestamp is in milliseconds'],
  ['without its id', signed(`${time}.${body}`), 'lacks webhook-id'],
  ['the body only', signed(body), 'only the body was signed'],
  ['in hex', signed(`msg_1.${time}.${body}`, { form: 'hex' }), 'written in hex'],
  ['without a version', signed(`msg_1.${time}.${body}`, { prefix: '' }), 'lacks v1,'],
  [
    'undecoded and re-serialised',
    signed(`msg_1.${time}.{"type":"invoice.paid","data":{"note":"a, b: c"}}`, { by: Buffer.from(secret.slice(6)) }),
    'not decoded: what follows whsec_ is base64, and its bytes are the key; the body',
  ],
])('a signature that is %s is explained', (_name, call, sentence) => {
  expect(explainSignature(secret, call)).toContain(sentence);
});

test('a right signature, one by a different secret and a missing one are not explained', () => {
  expect(explainSignature(secret, signed(`msg_1.${time}.${body}`))).toBeUndefined();
  expect(explainSignature(secret, signed(`msg_1.${time}.${body}`, { by: Buffer.from('another') }))).toBeUndefined();
  const { 'webhook-signature': _gone, ...headers } = signed(body).headers;
  expect(explainSignature(secret, { ...signed(body), headers })).toBeUndefined();
});

test('a body is indented only as deep as an event may be: beyond, the text grows with the square of its depth', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  const indentedSignature = (depth: number) => {
    const content = JSON.stringify(JSON.parse(nested(depth)), null, 2);
    return explainSignature(secret, { ...signed(`msg_1.${time}.${content}`), body: nested(depth) });
  };
  expect(indentedSignature(10)).toContain('the body was serialised again');
  expect(indentedSignature(100)).toBeUndefined();
});
