/** Runs the command against faulty servers, and checks that the curl line in its output reproduces the finding. */
import { execFile } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { faults } from '../../faults/index.ts';
import { loadContract } from '../../payments/load-contract.ts';
import { against, runConformance } from '../../testing/run-conformance.ts';
import { withSubject } from '../../testing/with-subject.ts';
import { showValue } from '../contract/describe-schema.ts';
import { planCases } from '../engine/plan-cases.ts';
import type { Finding } from '../outcome/finding.ts';

function shell(command: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', command], { env: { ...process.env, TOKEN: token } }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}

/** Faults of various kinds that a run of the core cases finds even if it cannot pay. */
const shownFaults = [
  'dropped-field',
  'null-id',
  'lower-case-status',
  'callback-url-echoed',
  'fetch-without-authentication',
  'another-invoice-fetched',
  'amount-as-string',
  'id-used-twice',
  'malformed-json-accepted',
  'amount-changed-at-fetch',
];

describe('faulty servers: exit 1, and the curl line shows the finding again', () => {
  const cases = planCases(loadContract());
  test.concurrent.each(shownFaults)('%s', async (id) => {
    const fault = faults.find((one) => one.id === id) as (typeof faults)[number];
    await withSubject(
      () => fault.start(),
      async (running) => {
        const looking = cases.filter(({ requirement, feature }) => requirement === fault.breaks && !feature);
        const run = await runConformance(...against(running), '--all', ...looking.flatMap(({ id }) => ['--case', id]));
        expect(run.output).toContain('is not conformant: ');
        expect(run.exit).toBe(1);
        expect(run.output).toMatch(new RegExp(`^FAIL {2}${fault.breaks} `, 'm'));
        const finding = run
          .report()
          .results.flatMap(({ findings }) => findings)
          .find(
            ({ requirement, member }) => requirement === fault.breaks && (fault.field === undefined || member === fault.field),
          ) as Finding;
        // The command in a report can be run as it is, because it contains the variable `$TOKEN` instead of the token.
        const line = finding.script ?? /^ +reproduce (.*)$/m.exec(run.output)?.[1] ?? '';
        expect(line).toContain('curl');
        for (const part of line.split('\n')) expect(run.output).toContain(part);
        expect(line).not.toContain(running.token);
        if (finding.script !== undefined) {
          const output = await shell(line, running.token);
          expect(output).toMatch(new RegExp(`(^HTTP/1\\.1 | )${finding.exchanges.at(-1)?.answer?.status}\\b`, 'm'));
          if (fault.id === 'amount-changed-at-fetch') expect(output.trim()).toMatch(/"amount":12\.35\b[^\n]*$/);
          return;
        }

        const answers = (await shell(line, running.token)).split(/(?=HTTP\/1\.1 )/);
        const last = finding.exchanges.at(-1)?.answer;
        expect(answers.at(-1)).toMatch(new RegExp(`^HTTP/1\\.1 ${last?.status} `));
        const bodies = answers.map((answer) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')) || 'null'));
        if (fault.id === 'id-used-twice') expect(new Set(bodies.map(({ id }) => id)).size).toBeLessThan(bodies.length);
        else if (finding.member && finding.member !== 'Authorization' && fault.id !== 'another-invoice-fetched') {
          expect(`${finding.member}: ${showValue(bodies.at(-1)[finding.member])}`).toBe(finding.received);
        }
      },
    );
  });
});
