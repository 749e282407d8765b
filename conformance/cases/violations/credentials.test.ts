import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { operationById } from '../../src/contract/contract.ts';
import { sendRequest } from '../../src/http/send-request.ts';
import { showMarks } from '../../src/text/marks.ts';
import { credentialViolations } from './credentials.ts';

test('what is sent as a part of a token is neither nothing nor all of it, however short the token is', async () => {
  const came: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    came.push(request.headers.authorization);
    response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const contract = loadContract();
  const violations = credentialViolations(contract, operationById(contract, 'fetchPayment'));
  const shown: (string | undefined)[] = [];
  for (const token of ['secret', 'dev-1234', 'abcdefgh-0123456789'])
    for (const id of ['authentication/token-beginning', 'authentication/token-end']) {
      const { spec } = violations.find((violation) => violation.id === id)?.request({}, token) ?? expect.unreachable();
      const target = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token, timeout: 5000 };
      await sendRequest(target, spec);
      shown.push(showMarks(spec.headers.find(([name]) => name === 'Authorization')?.[1] ?? ''));
    }
  expect(came).toEqual(['Bearer sec', 'Bearer ret', 'Bearer dev-', 'Bearer 1234', 'Bearer abcdefgh-01', 'Bearer -0123456789']);
  // The curl lines of a report cut the token in the same ways as the suite.
  expect(shown.slice(0, 2)).toEqual([`Bearer $\{TOKEN%???}`, `Bearer $\{TOKEN#???}`]);
  expect(shown.slice(4)).toEqual([`Bearer $\{TOKEN%????????}`, `Bearer $\{TOKEN#????????}`]);
});
