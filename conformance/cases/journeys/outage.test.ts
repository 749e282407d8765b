import { expect, test } from 'vitest';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { startFullServer } from '../../servers/full/start-full-server.ts';
import { checkSubject } from '../../testing/check-subject.ts';

test('where invoices live as long as keys, nothing but the case of a key is skipped, claimed or not', async () => {
  const running = await startFullServer({ lifetime: 86_400_000 });
  const features = everyFeature.filter((feature) => feature !== 'idempotency');
  const cases = ['journeys/outage/key', 'journeys/outage/receipt', 'journeys/outage/expiry'];
  const check = async (claimed: string[]) =>
    (await checkSubject(running, true, claimed, cases)).map(({ id, verdict }) => [id, verdict]);
  try {
    expect(await check(features)).toEqual(expect.arrayContaining([['journeys/outage/expiry', 'pass']]));
    expect(await check([...everyFeature])).toEqual(
      expect.arrayContaining([
        ['journeys/outage/key', 'skipped'],
        ['journeys/outage/expiry', 'pass'],
      ]),
    );
  } finally {
    await running.close();
  }
}, 60_000);
