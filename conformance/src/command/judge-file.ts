import { randomBytes } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';
import { buildTrafficReport } from '../judge/build-traffic-report.ts';
import { judgeHar } from '../judge/judge-har.ts';
import { NoHar } from '../judge/split-har.ts';
import { renderConsole } from '../report/console/render-console.ts';
import { exitCode } from '../report/report.ts';
import { type Written, writeTrafficReport } from '../report/write-reports.ts';
import { showUnseen } from '../text/encode-output.ts';
import type { Options } from './options/parse-options.ts';
import { prepareFolder } from './options/prepare-folder.ts';
import { reproduceCommand } from './options/reproduce-command.ts';
import { describeUnread, UsageError } from './options/usage-error.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Judges a file of recorded exchanges, writes the reports, and returns the exit code.
 * @throws UsageError if the file cannot be used
 */
export async function judgeFile(
  contract: Contract,
  features: string[],
  file: string,
  options: Options,
  args: string[],
  { print, printsToTerminal, callWords, interrupt }: Surroundings,
): Promise<number> {
  const { profile, strict, baseUrl, out } = options;
  const startedAt = new Date();
  const judged = await judgeHar(contract, new Set(features), file, baseUrl, interrupt).catch((error: Error) => {
    if (error instanceof NoHar || 'syscall' in error)
      throw new UsageError(`--har ${file} cannot be judged: ${showUnseen(describeUnread(error))}.`);
    throw error;
  });
  const { tally, base, trouble } = judged;
  const subject = base || (baseUrl ?? 'unknown');
  const reproduce = reproduceCommand(args, base === '' ? {} : { baseUrl: base }, callWords);
  const about = { runId: randomBytes(4).toString('hex'), subject, profile, features, strict, startedAt, reproduce, trouble };
  const built = buildTrafficReport(contract, tally, { ...about, source: 'har' });
  const report = interrupt.aborted ? { ...built, ended: 'interrupted' as const } : built;
  const { page, unwritten }: Written = out === undefined ? {} : writeTrafficReport(prepareFolder(out), report);
  const colour = printsToTerminal === true && !options.noColour;
  print(renderConsole(report, { colour, all: options.all, page }));
  if (page !== undefined) print(`Report: ${page}\n`);
  if (unwritten !== undefined) print(`${unwritten}\n`);
  return exitCode(report) || (unwritten === undefined ? 0 : 2);
}
