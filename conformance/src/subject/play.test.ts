import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { readUntil } from './play.ts';
import { Subject } from './subject.ts';

/** Starts a deployment that needs longer for its first response than the suite usually waits for a change. */
async function startSlow(shown: string): Promise<Subject> {
  let reads = 0;
  const baseUrl = await serveForTest((_, response) => {
    const status = reads++ === 0 ? 'PENDING' : shown;
    const answer = () => response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: 'inv_1', status }));
    setTimeout(answer, status === 'PENDING' && reads === 1 ? 60 : 0);
  });
  const plain = { token: 'token', timeout: 10_000, maxWait: 0, given: { cashTag: '$shop', amount: 12.34 }, seed: 1 };
  return new Subject(loadContract(), { baseUrl, ...plain, settle: 30 });
}

test.each(['PAID', 'PENDING'])(
  'gives what a read after the time shows, where the one before took all of it: %s',
  async (shown) => {
    const play = { subject: await startSlow(shown), invoice: { id: 'inv_1' }, counted: [], exchanges: [] };
    expect(await readUntil(play, { status: 'PAID' })).toMatchObject({ status: shown });
    expect(play.exchanges.length).toBe(1);
  },
);
