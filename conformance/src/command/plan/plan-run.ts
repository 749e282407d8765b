import type { PlannedCase } from '../../case/case.ts';
import type { Contract } from '../../contract/contract.ts';
import { listStatements, type Statement } from '../../engine/list-statements.ts';
import { planCases, selectCases } from '../../engine/plan-cases.ts';
import { nearest } from '../../text/nearest.ts';
import type { Options } from '../options/parse-options.ts';
import { claimedFeatures, readContractFile } from '../options/read-claims.ts';
import { refuseJudged } from '../options/read-connection.ts';
import { UsageError } from '../options/usage-error.ts';
import { type Replay, readFailed, readReplay } from '../replay-report.ts';

export interface PlannedRun {
  contract: Contract;
  /** The given options. If failed cases are to run again, options from their report are added. */
  options: Options;
  /** The selected cases, in the order of the plan. */
  planned: PlannedCase[];
  /** All statements of the contract. If cases were selected, only the statements that the selected cases test. */
  statements: Statement[];
  /** Ids of all cases, including those that are not selected. */
  ids: ReadonlySet<string>;
  features: string[];
  /** The command-line arguments that repeat the run. */
  args: string[];
  replay?: Replay;
}

/**
 * Plans a run from its options. Sends no request.
 * @throws UsageError if an option is wrong
 * @throws PlanError if the plan lacks a case that the contract requires
 */
export function planRun(given: Options, args: string[]): PlannedRun {
  const replay = given.replay === undefined ? undefined : readReplay(given.replay, given);
  const asked = replay?.options ?? (given.failed ? readFailed(given) : given);
  const contract = readContractFile(asked.contract);
  const options = fitBase(contract, asked);
  refuseJudged(contract, options.connection);
  const all = planCases(contract);
  const planned = replay ? planReplay(contract, all, options) : planSelected(contract, all, options);
  const ids = new Set(all.map(({ id }) => id));
  const features = claimedFeatures(contract, options);
  const chosen = new Set(planned.flatMap(({ tries }) => tries));
  const isWhole = planned.length === all.length;
  const statements = listStatements(contract, all).filter(({ id }) => (isWhole && !contract.plain) || chosen.has(id));
  return { contract, options, planned, statements, ids, features, args, ...(replay && { replay }) };
}

/** Removes /api/v1 from the end of the base URL, because the paths in the payment contract begin with it. */
export function fitBase({ plain }: Contract, options: Options): Options {
  if (plain || options.baseUrl === undefined) return options;
  return { ...options, baseUrl: options.baseUrl.replace(/\/api\/v1$/, '') };
}

/** Plans the cases that failed in an earlier run. Leaves out cases that no longer exist, which `judgeReplay` reports. */
function planReplay(contract: Contract, all: PlannedCase[], { cases: ids = [] }: Options): PlannedCase[] {
  const planned = selectSome(contract, all, { ids });
  // A case that judges all responses of a run can be repeated only by repeating the whole run.
  return planned.some(({ judgesRecord }) => judgesRecord) ? all : planned;
}

function selectSome(...asked: Parameters<typeof selectCases>): PlannedCase[] {
  const planned = selectCases(...asked);
  if (planned.length === 0) throw new UsageError('No case is selected: --list shows all cases.');
  return planned;
}

function planSelected(contract: Contract, all: PlannedCase[], options: Options): PlannedCase[] {
  const { cases, operations, requirements, clauses, ids } = options;
  const isCase = (name: string): boolean => selectCases(contract, all, { case: [name] }).length > 0;
  // Checks each name separately. Otherwise a mistyped name would go unnoticed if another one is right.
  for (const name of cases ?? []) {
    if (isCase(name)) continue;
    const instead = contract.requirements.has(name)
      ? `it is a requirement; use --requirement ${name} to run its cases`
      : '--list shows all cases';
    throw new UsageError(`No case has the id "${name}" or an id that begins with it: ${instead}.`);
  }
  for (const name of requirements ?? []) {
    if (contract.requirements.has(name)) continue;
    if (isCase(name)) throw new UsageError(`"${name}" is not a requirement but the id of cases: use --case ${name} to run them.`);
    const near = nearest(name, [...contract.requirements.keys()]);
    throw new UsageError(`The contract has no requirement "${name}". Similar ones: ${near.join(', ')}.`);
  }
  const known = new Set(all.flatMap(({ tries }) => tries));
  for (const name of clauses ?? []) if (!known.has(name)) throw new UsageError(sayUnknownClause(contract, name, known));
  for (const name of operations ?? [])
    if (!contract.operations.some(({ id, slug }) => [id, slug].includes(name)))
      throw new UsageError(
        `The contract has no operation "${name}". Operations: ${contract.operations.map(({ slug }) => slug).join(', ')}.`,
      );
  return selectSome(contract, all, {
    ...(cases && { case: cases }),
    ...(operations && { operation: operations }),
    ...(requirements && { requirement: requirements }),
    ...(clauses && { clause: clauses }),
    ...(ids && { ids }),
  });
}

/** Makes the message for a clause that does not exist: it lists the clauses of the requirement, or similar ones. */
function sayUnknownClause(contract: Contract, name: string, known: ReadonlySet<string>): string {
  const [requirement = ''] = name.split('/');
  const own = [...known].filter((id) => id.startsWith(`${requirement}/`));
  const near = own.length > 0 ? own : nearest(name, [...known]);
  const has = contract.requirements.has(requirement) ? `The requirement ${requirement}` : 'The contract';
  return `${has} has no clause "${name}". ${own.length > 0 ? 'Its clauses' : 'The nearest'}: ${near.join(', ')}.`;
}
