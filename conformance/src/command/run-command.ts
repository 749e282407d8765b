import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { loadContract } from '../contract/load-contract.ts';
import type { PlannedCase } from '../engine/case.ts';
import { planCases } from '../engine/plan-cases.ts';
import { runSuite } from '../engine/run-suite.ts';
import { renderConsole } from '../report/render-console.ts';
import { countVerdicts, exitCode, judgeRun, type Report } from '../report/report.ts';
import { findBaseline, NothingProven } from '../subject/find-baseline.ts';
import { loadAdapter } from '../subject/load-adapter.ts';
import { startCommand } from '../subject/start-command.ts';
import { help } from './help.ts';
import { type Options, parseOptions, UsageError } from './parse-options.ts';
import { prepareFolder } from './prepare-folder.ts';
import { reproduceCommand } from './reproduce-command.ts';

/**
 * The command as a function: what it prints goes to `print`, and its exit code is given back.
 * A user's mistake and a deployment that cannot be checked are sentences; only a defect of the suite throws.
 */
export async function runCommand(
  args: string[],
  environment: Record<string, string | undefined>,
  print: (text: string) => void,
): Promise<number> {
  try {
    const options = parseOptions(args, environment);
    if (options.help) {
      print(help);
      return 0;
    }
    const contract = loadContract();
    const selection = {
      ...(options.cases && { case: options.cases }),
      ...(options.operations && { operation: options.operations }),
    };
    const planned = planCases(contract, selection);
    if (planned.length === 0) throw new UsageError('No case is selected: --list shows the cases there are.');
    if (options.list) {
      print(listCases(planned, options.json));
      return 0;
    }
    return await check(
      contract,
      options,
      planned.map(({ id }) => id),
      args,
      print,
    );
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof NothingProven)) throw error;
    print(`${error.message}\n`);
    if (error instanceof NothingProven) print('Nothing is proven about this deployment.\n');
    return 2;
  }
}

function listCases(planned: PlannedCase[], json: boolean): string {
  if (json) return `${JSON.stringify(planned.map(({ run: _run, ...rest }) => rest))}\n`;
  const lines = planned.map(({ id, level, support, title }) => `${id}  [${support} ${level}]  ${title}`);
  return `${[...lines, `${planned.length} cases`].join('\n')}\n`;
}

async function check(
  contract: Contract,
  options: Options,
  cases: string[],
  args: string[],
  print: (text: string) => void,
): Promise<number> {
  const features = claimedFeatures(contract, options);
  const out = prepareFolder(options.out);
  const started = options.baseUrl === undefined ? await start(options) : undefined;
  try {
    const baseUrl = options.baseUrl ?? started?.baseUrl ?? '';
    const token = options.baseUrl === undefined ? started?.token : options.token;
    if (token === undefined) throw new UsageError('A token is missing: give --token, or TOKEN in the environment.');
    const adapter = {
      ...(options.pay !== undefined && { payCommand: options.pay }),
      ...(options.adapter !== undefined ? { module: options.adapter } : started && { module: 'sandbox' }),
    };
    await loadAdapter(adapter).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    const { amount, timeout, maxWait } = options;
    const startedAt = new Date();
    const otherToken = options.otherToken ?? started?.otherToken;
    const other = otherToken === undefined ? {} : { otherToken };
    const tags = options.cashTag === undefined ? ['$coffeeshop', 'coffeeshop'] : [options.cashTag];
    const { settings, baseline } = await findBaseline(
      contract,
      { baseUrl, token, timeout, maxWait, amount, cashTag: '', ...other },
      tags,
    );
    const input = { settings, adapter, features, strict: options.strict, cases, baseline };
    const results = await runSuite(input, options.concurrency);

    const report: Report = {
      version: 1,
      verdict: judgeRun(results),
      subject: baseUrl,
      contract: { version: contract.version, sha256: contract.sha256 },
      runner: { version: packageVersion(), node: process.version },
      profile: options.profile,
      features,
      strict: options.strict,
      startedAt: startedAt.toISOString(),
      milliseconds: Date.now() - startedAt.getTime(),
      reproduce: reproduceCommand(args, baseUrl),
      counts: countVerdicts(results),
      results,
    };
    const file = join(out, 'report.json');
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
    print(renderConsole(contract, report));
    print(`Report: ${file}\n`);
    return exitCode(report);
  } finally {
    await started?.stop();
  }
}

/** The features of the profile and those named. */
function claimedFeatures(contract: Contract, { profile, features }: Options): string[] {
  const known = [...contract.features.keys()];
  const unknown = features.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`The contract has no feature "${unknown}". Features: ${known.join(', ')}.`);
  return profile === 'full' ? known : features;
}

async function start({ start: command }: Options): ReturnType<typeof startCommand> {
  if (command === undefined) throw new UsageError('Nothing to check: give --base-url and --token. --help lists the options.');
  try {
    return await startCommand(command, 30_000);
  } catch (error) {
    throw new NothingProven(`The server to check did not start: ${(error as Error).message}`);
  }
}

function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
