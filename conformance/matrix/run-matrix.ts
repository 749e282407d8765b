import type { Fault } from '../faults/fault.ts';
import { faults } from '../faults/index.ts';
import { loadContract } from '../src/contract/load-contract.ts';
import { listStatements } from '../src/engine/list-statements.ts';
import { planCases } from '../src/engine/plan-cases.ts';
import { groupBy } from '../src/group-by.ts';
import { variants } from '../variants/index.ts';
import type { Variant } from '../variants/variant.ts';
import { featuresOf } from './features-of.ts';
import { catchesOf, caughtBy, type Matrix, type Row } from './matrix.ts';
import { type Job, openPool } from './open-pool.ts';
import { readPairs } from './pairs.ts';
import { reasonToLeaveOut, referenceServers } from './reference-servers.ts';
import { runRow } from './run-row.ts';

const contract = loadContract();
const planned = planCases(contract);
const cases = planned.map(({ id, requirement, tries }) => ({ id, requirement, tries }));
const statements = listStatements(contract, planned).map(({ id }) => id);
const faultIds = faults.map(({ id }) => id);
const folderOf = (id: string): string => id.split('/').slice(0, 2).join('/');
const folders = [...new Set(cases.map(({ id }) => folderOf(id)))];
const waits = (server: Fault | Variant): number => server.callbackWait ?? Number(featuresOf(server).includes('callbacks'));
/** Servers with callbacks come first: they make the suite wait, the slowest for half a minute. */
const everyServer = [...variants, ...faults].toSorted((one, other) => waits(other) - waits(one)).map(({ id }) => id);

/**
 * Runs every case against every faulty and every lawful server, in a thread for each core, and then against the reference servers.
 * @param wanted ids of the servers to run, all unless given
 * @param onRow called as each server is done
 */
export async function runMatrix(wanted?: string[], onRow: (row: Row, left: number) => void = () => {}): Promise<Matrix> {
  const isWanted = (id: string) => wanted === undefined || wanted.includes(id);
  const jobs = everyServer.filter(isWanted).map((id) => ({ id }));
  const pool = openPool(jobs.length);
  const rows = await pool.run(jobs, onRow).finally(() => pool.close());
  // In this thread, which ends their processes with itself, and alone: three of them are a machine full.
  const references = referenceServers.filter(({ id }) => isWanted(id));
  const leftOut: string[] = [];
  for (const [at, server] of references.entries()) {
    const row = await runRow(server);
    const reason = row.errors.map(reasonToLeaveOut).find((one) => one !== undefined);
    if (reason === undefined) rows.push(row);
    else leftOut.push(`${row.id} is left out. ${reason}.`);
    onRow(row, references.length - at - 1);
  }
  return { ...matrixOf(rows), leftOut };
}

/**
 * Gives the same judgement for a fraction of the work. Each fault meets the cases that caught it in the last whole matrix, or
 * those of the requirement that it breaks; one that none of these catches meets those, then those that cover the requirement,
 * and then all. A case that catches nothing meets the faults of like requirements, and then all others. Each variant meets
 * every second folder of cases, the next variant the others, and without a way to pay those again that ask for one.
 */
export async function runMatrixSparingly(): Promise<Matrix> {
  /** Lists the cases that are for the clause that a fault breaks; else those of its requirement. */
  const casesOf = ({ breaks = '', clause }: { breaks?: string; clause?: string }): string[] =>
    planned
      .filter(({ requirement, tries }) => (clause === undefined ? requirement === breaks : tries.includes(clause)))
      .map(({ id }) => id);
  const byId = new Map(planned.map((one) => [one.id, one]));
  const own = new Map(faults.map((fault) => [fault.id, casesOf(fault)]));
  for (const [fault, ids] of Object.entries(readPairs())) {
    const met = ids.filter((id) => byId.has(id));
    // A case that judges the record needs one: the fault meets those of its requirement too.
    const needsRecord = met.some((id) => byId.get(id)?.judgesRecord);
    if (met.length > 0) own.set(fault, needsRecord ? [...new Set([...(own.get(fault) ?? []), ...met])] : met);
  }
  const halves = [0, 1].map((half) => cases.map(({ id }) => id).filter((id) => folderNumber(id) % 2 === half));
  for (const [at, { id }] of variants.entries()) own.set(id, halves[at % 2] ?? []);
  const pool = openPool(faults.length);
  try {
    const rows = await pool.run(everyServer.map((id) => ({ id, cases: own.get(id) })));
    const missed = () => matrixOf(rows).faults.filter((row) => caughtBy(row).length === 0);
    rows.push(...(await pool.run(missed().map((row) => ({ id: row.id, cases: casesOf(row) })))));
    rows.push(...(await pool.run(missed().map(({ id, breaks }) => ({ id, cases: casesThatCover(breaks) })))));
    rows.push(...(await pool.run(missed().map(({ id }) => ({ id })))));
    const blind = () => [...catchesOf(matrixOf(rows))].filter(([, caught]) => caught.length === 0).map(([id]) => id);
    const like = likeFaults(blind());
    rows.push(...(await pool.run(jobsOf(like))));
    const others = blind().map((id): [string, string[]] => [id, faultIds.filter((fault) => !like.get(id)?.includes(fault))]);
    rows.push(...(await pool.run(jobsOf(new Map(others)))));
    return matrixOf(rows);
  } finally {
    await pool.close();
  }
}

/** Lists the cases that cover a requirement beside their own, and those that judge the record of the others. */
function casesThatCover(requirement: string | undefined): string[] {
  return planned
    .filter(({ covers = [], judgesRecord }) => judgesRecord || covers.includes(requirement ?? ''))
    .map(({ id }) => id);
}

/** Finds for each case the forty faults that break the requirements most like its own: their ids share most words. */
function likeFaults(ids: readonly string[]): Map<string, string[]> {
  const wanted = new Map(cases.map(({ id, requirement }) => [id, requirement.split('-')]));
  const wordsInCommon = (id: string, { breaks }: Fault) =>
    wanted.get(id)?.filter((word) => breaks.split('-').includes(word)).length ?? 0;
  const nearest = (id: string) => faults.toSorted((one, other) => wordsInCommon(id, other) - wordsInCommon(id, one)).slice(0, 40);
  return new Map(ids.map((id) => [id, nearest(id).map((fault) => fault.id)]));
}

/** Turns the faults that each case is to meet into jobs, one a fault. */
function jobsOf(faultsOf: ReadonlyMap<string, readonly string[]>): Job[] {
  const jobs = new Map<string, string[]>();
  for (const [id, met] of faultsOf) for (const fault of met) jobs.set(fault, [...(jobs.get(fault) ?? []), id]);
  return [...jobs].map(([id, ids]) => ({ id, cases: ids }));
}

/** Numbers the folders of the cases in their order; cases of one folder share what they play. */
function folderNumber(id: string): number {
  return folders.indexOf(folderOf(id));
}

/** Makes a matrix of rows: in the order of the lists, the rows of one server joined. */
function matrixOf(rows: readonly Row[]): Matrix {
  const parts = groupBy(rows, ({ id }) => id);
  const rowsOf = (list: readonly { id: string }[]): Row[] =>
    list.flatMap(({ id }) => {
      const [row, ...more] = parts.get(id) ?? [];
      return row === undefined ? [] : more.reduce(join, row);
    });
  const { version, sha256 } = contract;
  return {
    contract: { version, sha256 },
    cases,
    statements,
    faults: rowsOf(faults),
    variants: rowsOf([...variants, ...referenceServers]),
    leftOut: [],
  };
}

const join = (one: Row, other: Row): Row => ({
  ...one,
  hits: [...one.hits, ...other.hits],
  passed: one.passed + other.passed,
  untold: [...one.untold, ...other.untold],
  errors: [...one.errors, ...other.errors],
});
