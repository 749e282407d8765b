/** Sentences for deployments where nothing can begin. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { close, listen } from '../../servers/listen.ts';
import { loadContract } from '../contract/load-contract.ts';
import { findBaseline } from './find-baseline.ts';
import type { SubjectSettings } from './subject.ts';

const contract = loadContract();

test.each([
  ['a redirect to itself', 307, { Location: '/api/v1/payments/create' }, 'points to itself: no request ever gets there.'],
  ['a limit of a day', 429, { 'Retry-After': '86400' }, 'returns 429 and asks to wait 86400 s, longer than 1 s (--max-wait).'],
])('%s to each create', async (_name, status, headers, sentence) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end('no'));
  });
  onTestFinished(() => close(server));
  const settings: SubjectSettings = {
    ...{ baseUrl: await listen(server), token: 'tok', timeout: 5000, maxWait: 1000, amount: 12.34, cashTag: '', seed: 1 },
    ...{ userAgent: 'test', noSandbox: false },
  };
  const message = await findBaseline(contract, settings, ['$coffeeshop']).catch((error: Error) => error.message);
  expect(message).toMatch(new RegExp(`${sentence.replace(/[().]/g, String.raw`\$&`)}$`));
});
