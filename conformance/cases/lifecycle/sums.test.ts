import { expect, test } from 'vitest';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { startFullServer } from '../../servers/full/start-full-server.ts';
import type { Adapter } from '../../src/adapter/adapter.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { checkSubject } from '../../testing/check-subject.ts';

test('one receipt at once is tried although the command cannot sign a receipt again', async () => {
  const running = await startFullServer({});
  const pay: Adapter['pay'] = async (request) => {
    if (request.differs) throw new CaseSkipped('The --pay command ended with 1.');
    return running.pay(request);
  };
  try {
    const results = await checkSubject(
      { ...running, adapter: { ...running.adapter, pay } },
      true,
      [...everyFeature],
      ['lifecycle/sums/same-receipt-at-once'],
    );
    expect(results).toMatchObject([{ verdict: 'pass' }]);
  } finally {
    await running.close();
  }
}, 60_000);
