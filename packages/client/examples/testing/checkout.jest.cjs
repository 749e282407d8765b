const { createClient } = require('@payment-invoice/client');
const { makeFakeService, respondWith } = require('@payment-invoice/client/testing');
const { checkOut } = require('./checkout.js');

test('a retry waits as long as the service asks, by the fake timers of Jest', async () => {
  jest.useFakeTimers();
  const { fetch, script, requests } = makeFakeService();
  const client = createClient({ baseUrl: 'http://payments.test', token: 'test_token', fetch });
  script(respondWith.problem('rate_limited', { retryAfterSeconds: 30 }));
  const page = checkOut(client, { id: 'order-1042', cents: 1250 });
  await jest.advanceTimersByTimeAsync(29_000);
  expect(requests).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await page).toBe('https://pay.example/pay/inv_1');
});
