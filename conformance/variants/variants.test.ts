import { describe, expect, test } from 'vitest';
import { startBaseServer } from '../faults/base-server.ts';
import { checkSubject } from '../src/engine/check-subject.ts';
import { variants } from './index.ts';

const lawful = [...variants, { id: 'base of the faulty servers', start: () => startBaseServer({}) }];

describe('no lawful server raises an alarm', () => {
  for (const pay of [true, false]) {
    test.concurrent.each(lawful.map((variant) => [variant.id, variant] as const))(
      `%s${pay ? '' : ', not told how to pay'}`,
      async (_id, variant) => {
        const running = await variant.start();
        try {
          const results = await checkSubject(running, pay);
          const told = results
            .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-supported')
            .map(({ id, verdict, reason, findings }) => ({ id, verdict, reason, findings }));
          const alarms = pay ? told : told.filter(({ verdict }) => verdict !== 'skipped');
          expect(alarms).toEqual([]);
          expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100);
        } finally {
          await running.close();
        }
      },
    );
  }
});
