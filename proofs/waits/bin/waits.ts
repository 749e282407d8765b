#!/usr/bin/env node
/**
 * Runs the full profile against a sound server and broken ones, and prints how long each run takes and why. Exit 0 when each that
 * is long says what it waited for, 1 when one does not, 2 when the command was called wrongly.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runConformance } from '../../../conformance/src/api/run-conformance.ts';
import { ConformanceError } from '../../../conformance/src/outcome/conformance-error.ts';
import { describeWaits } from '../../../conformance/src/report/describe-waits.ts';
import { brokenServers, type Waited } from '../broken-servers.ts';

/** Seconds from which on a run has to say what it waited for. */
const long = 25;

const helpText = `Runs the full profile against a sound server and ${brokenServers.length - 1} broken ones, and prints how long each run takes, and why.

Usage: npm run prove -- waits [--only NAME]…

  --only NAME  this one: ${brokenServers.map(({ name }) => name).join(', ')}

Exit 1 where a run of more than ${long} s does not say what it waited for.
`;

function readOptions(): { only: readonly string[] } | undefined {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, help: { type: 'boolean' } } });
    if (values.help) {
      process.stdout.write(helpText);
      return undefined;
    }
    const names = brokenServers.map(({ name }) => name);
    const unknown = values.only?.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`There is no server ${unknown}. There are: ${names.join(', ')}.`);
    return { only: values.only ?? names };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

/** Runs the suite against one, prints its row, and tells if the run was short or said why it was not. */
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

const options = readOptions();
if (options) {
  const chosen = brokenServers.filter(({ name }) => options.only.includes(name));
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)}.\n\n`);
  process.stdout.write('| server | seconds | verdict | what it waited for |\n| --- | --- | --- | --- |\n');
  let unsaid = 0;
  for (const one of chosen) if (!(await measure(one))) unsaid++;
  if (unsaid > 0) process.stderr.write(`${unsaid} of ${chosen.length} took longer than ${long} s and did not say why.\n`);
  process.exitCode = unsaid > 0 ? 1 : 0;
}
