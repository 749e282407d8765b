import { describe, expect, test } from 'vitest';
import { checkSubject } from '../src/engine/check-subject.ts';
import { faults } from './index.ts';

describe('each faulty server is caught', () => {
  test.concurrent.each(faults.map((fault) => [fault.id, fault] as const))('%s', async (_id, fault) => {
    const running = await fault.start();
    try {
      const results = await checkSubject(running, true);
      const findings = results.flatMap((result) => result.findings);
      const named = findings.filter(({ requirement }) => requirement === fault.breaks);
      expect(
        named.map(({ member }) => member),
        `findings: ${findings.map(({ requirement, member }) => `${requirement} (${member})`).join(', ') || 'none'}`,
      ).toSatisfy((members: unknown[]) => members.length > 0 && (fault.field === undefined || members.includes(fault.field)));
      expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    } finally {
      await running.close();
    }
  });
});
