import { expect, test } from 'vitest';
import { startFullServer } from '../../servers/full/start-full-server.ts';
import { checkSubject } from '../../testing/check-subject.ts';

test('a problem whose errors are null names no field, which is a finding and no error of the suite', async () => {
  const running = await startFullServer({
    reply(reply) {
      if (typeof reply.body === 'object' && reply.body && 'errors' in reply.body) reply.body = { ...reply.body, errors: [null] };
    },
  });
  try {
    const ids = ['answers/every-member-named', 'create-payment/problem/body/amount/absent'];
    const results = await checkSubject(running, true, ['problem-details'], ids);
    expect(results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    for (const { findings } of results) expect(findings.at(-1)).toMatchObject({ received: 'errors: [null]' });
  } finally {
    await running.close();
  }
});
