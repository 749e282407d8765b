#!/usr/bin/env node
/**
 * Runs the full profile against a correct server and broken ones, and prints how long each run takes and why. Exit code: 0 if
 * each long run says what it waited for, 1 if one does not, 2 if the command was called wrongly.
 */
import { loadavg } from 'node:os';
import { runConformance } from '../../../conformance/src/api/run-conformance.ts';
import { ConformanceError } from '../../../conformance/src/outcome/conformance-error.ts';
import { describeWaits } from '../../../conformance/src/report/describe-verdict.ts';
import { UsageError } from '../../../packages/server/src/errors/usage-error.ts';
import { runTool } from '../../tools/run-tool.ts';
import { brokenServers, type Waited } from '../broken-servers.ts';

/** The seconds above which a run counts as long. A long run has to say what it waited for. */
const long = 25;

const helpText = `Runs the full profile against a correct server and ${brokenServers.length - 1} broken ones, and prints how long each run takes, and why.

Usage: npm run prove -- waits [--only NAME]…

  --only NAME  only this one: ${brokenServers.map(({ name }) => name).join(', ')}

Exit code 1: a run of more than ${long} s does not say what it waited for.
`;

/** Runs the suite against one server, and prints its row. Returns whether the run was short, or said what it waited for. */
async function measure({ title, start }: Waited): Promise<boolean> {
  const running = await start();
  const { baseUrl, token, otherToken, callbackSecret, adapter, pay } = running;
  const began = performance.now();
  const row = (said: string, why = ''): boolean => {
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(`| ${title} | ${seconds.toFixed(1)} | ${said} | ${why} |\n`);
    return seconds <= long || why !== '';
  };
  try {
    const asked = { baseUrl, token, otherToken, callbackSecret, adapter: { ...adapter, pay: adapter?.pay ?? pay } };
    const { report, sentence } = await runConformance({ ...asked, profile: 'full' });
    const [waits = ''] = describeWaits(report);
    return row(`${sentence.replace(`${baseUrl} `, '')} ${report.reasons[0] ?? ''}`.trim(), waits);
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error;
    return row(error.message.replaceAll('\n', ' '));
  } finally {
    await running.close();
  }
}

await runTool(
  helpText,
  {},
  async (_counts, { only }) => {
    const names = brokenServers.map(({ name }) => name);
    const unknown = only?.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new UsageError(`There is no server ${JSON.stringify(unknown)}. There are: ${names.join(', ')}.`);
    const chosen = brokenServers.filter(({ name }) => only?.includes(name) ?? true);
    process.stdout.write(`${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)}.\n\n`);
    process.stdout.write('| server | seconds | verdict | what it waited for |\n| --- | --- | --- | --- |\n');
    let unsaid = 0;
    for (const one of chosen) if (!(await measure(one))) unsaid++;
    if (unsaid > 0) process.stderr.write(`${unsaid} of ${chosen.length} took longer than ${long} s and did not say why.\n`);
    process.exitCode = unsaid > 0 ? 1 : 0;
  },
  { only: 'names' },
);
