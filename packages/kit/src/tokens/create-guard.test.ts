import { expect, test } from 'vitest';
import { countInMemory } from '../rates/counter.ts';
import { contractLimits } from '../rates/rate-limits.ts';
import { createGuard } from './create-guard.ts';

test('when wrong tokens come at the same time, no more pass the limit than one after the other', async () => {
  const guard = createGuard(async () => undefined, contractLimits, countInMemory);
  const about = { requestId: 'req_1', remoteAddress: '203.0.113.9', scheme: 'bearerAuth', principal: undefined };
  const tried = await Promise.allSettled(Array.from({ length: 100 }, () => guard.authenticate('wrong', about)));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(contractLimits.authentication);
});
