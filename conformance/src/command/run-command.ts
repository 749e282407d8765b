import type { Contract } from '../contract/contract.ts';
import { loadContract } from '../contract/load-contract.ts';
import type { PlannedCase } from '../engine/case.ts';
import { planCases } from '../engine/plan-cases.ts';
import { renderConsole } from '../report/render-console.ts';
import { exitCode } from '../report/report.ts';
import { NothingProven } from '../subject/find-baseline.ts';
import { checkDeployment } from './check-deployment.ts';
import { help } from './help.ts';
import { openDeployment } from './open-deployment.ts';
import { type Options, parseOptions, UsageError } from './parse-options.ts';
import { prepareFolder } from './prepare-folder.ts';

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
    const planned = planSelected(contract, options);
    if (options.list) {
      print(listCases(planned, options.json));
      return 0;
    }
    return await check(contract, options, planned, args, print);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof NothingProven)) throw error;
    print(`${error.message}\n`);
    if (error instanceof NothingProven) print('Nothing is proven about this deployment.\n');
    return 2;
  }
}

function planSelected(contract: Contract, { cases, operations }: Options): PlannedCase[] {
  const planned = planCases(contract, { ...(cases && { case: cases }), ...(operations && { operation: operations }) });
  if (planned.length === 0) throw new UsageError('No case is selected: --list shows the cases there are.');
  return planned;
}

function listCases(planned: PlannedCase[], json: boolean): string {
  if (json) return `${JSON.stringify(planned.map(({ run: _run, ...rest }) => rest))}\n`;
  const lines = planned.map(({ id, level, support, title }) => `${id}  [${support} ${level}]  ${title}`);
  return `${[...lines, `${planned.length} cases`].join('\n')}\n`;
}

async function check(
  contract: Contract,
  options: Options,
  planned: PlannedCase[],
  args: string[],
  print: (text: string) => void,
): Promise<number> {
  const features = claimedFeatures(contract, options);
  prepareFolder(options.out);
  const deployment = await openDeployment(options);
  try {
    const { report, page } = await checkDeployment({ contract, options, planned, features, args, deployment });
    print(renderConsole(report));
    print(`Report: ${page}\n`);
    return exitCode(report);
  } finally {
    await deployment.stop();
  }
}

/** The features of the profile and those named. */
function claimedFeatures(contract: Contract, { profile, features }: Options): string[] {
  const known = [...contract.features.keys()];
  const unknown = features.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`The contract has no feature "${unknown}". Features: ${known.join(', ')}.`);
  return profile === 'full' ? known : features;
}
