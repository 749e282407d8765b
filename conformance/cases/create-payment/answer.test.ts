import { expect, test } from 'vitest';
import { changeRendered } from '../../faults/changes/change-core.ts';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { checkSubject } from '../../testing/check-subject.ts';

test('an invoice that was created in a leap second has a lifetime like any other', async () => {
  const times = { createdAt: '2016-12-31T23:59:60.000Z', expiresAt: '2017-01-01T00:30:00.000Z' };
  const running = await startCoreServer(changeRendered(() => times));
  try {
    const cases = ['create-payment/answer/expiresAt/lifetime', 'record/relations'];
    const results = await checkSubject(running, true, ['invoice-format'], cases);
    expect(results.map(({ verdict, findings }) => [verdict, findings.map(({ received }) => received)])).toEqual(
      results.map(() => ['pass', []]),
    );
    expect(results).toHaveLength(2);
  } finally {
    await running.close();
  }
});
