import type { Fault } from '../faults/fault.ts';
import { faults } from '../faults/index.ts';
import { loadContract } from '../payments/load-contract.ts';
import type { PlannedCase } from '../src/case/case.ts';
import { listStatements } from '../src/engine/list-statements.ts';
import { planCases } from '../src/engine/plan-cases.ts';
import { groupBy } from '../src/group-by.ts';
import { variants } from '../variants/index.ts';
import type { Variant } from '../variants/variant.ts';
import { catchesOf, caughtBy, type Matrix, provenBy, type Row, readPairs } from './matrix.ts';
import { oneWay } from './one-way.ts';
import { type Job, openOwnPool, openPool, type Pool } from './open-pool.ts';
import { reasonToLeaveOut, referenceServers } from './reference-servers.ts';
import { featuresOf, runRow } from './run-row.ts';

const contract = loadContract();
const planned = planCases(contract);
const cases = planned.map(({ id, requirement, tries }) => ({ id, requirement, tries }));
const statements = listStatements(contract, planned).map(({ id }) => id);
const folderOf = (id: string): string => id.split('/').slice(0, 2).join('/');
const folders = [...new Set(cases.map(({ id }) => folderOf(id)))];
const waits = (server: Fault | Variant): number => server.callbackWait ?? Number(featuresOf(server).includes('callbacks'));
/** Servers with callbacks come first, because they make the suite wait, up to half a minute. */
const everyServer = [...variants, ...faults].toSorted((one, other) => waits(other) - waits(one)).map(({ id }) => id);

/**
 * Runs every case against every faulty and every correct server, with one thread for each core, and then against the reference
 * servers.
 * @param wanted ids of the servers to run; all by default
 * @param onRow called after each server
 */
export async function runMatrix(wanted?: string[], onRow: (row: Row, left: number) => void = () => {}): Promise<Matrix> {
  const isWanted = (id: string) => wanted === undefined || wanted.includes(id);
  const jobs = everyServer.filter(isWanted).map((id) => ({ id }));
  const pool = openPool(jobs.length);
  const rows = await pool.run(jobs, onRow).finally(() => pool.close());
  // The reference servers run in the main thread, so that their processes end together with it. They run last, because the three
  // on PostgreSQL use the whole machine.
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

/** Number of cases to run first against a fault: the cases of its statement that are likeliest to catch it. */
const likely = 6;

/** Number of faults to run first against a case that has not caught any fault yet. */
const near = 10;

/**
 * Reaches the same judgement as `runMatrix` with a fraction of the work. Each fault is first run against the cases that caught it
 * in the last matrix of this checkout. If there is no such matrix, the fault is run against the likeliest cases of its statement,
 * and each of these cases gets at least one fault. A fault that no case has caught is run against all cases of its statement,
 * then against those that cover its requirement or judge the record, then against all others. A case that has caught nothing is
 * run against the faults that neighbouring cases have caught, then against those of similar requirements, then against all
 * others. Each variant is run against half of the folders of cases, and the next variant against the other half. Cases that
 * ask for a way to pay also run without one.
 */
export async function runMatrixSparingly(): Promise<Matrix> {
  const met = pairByWords();
  const byId = new Map(planned.map((one) => [one.id, one]));
  for (const [fault, ids] of Object.entries(readPairs())) {
    const known = ids.filter((id) => byId.has(id));
    if (known.length === 0 || !met.has(fault)) continue;
    // A case that judges the record needs the exchanges of other cases, so the likeliest cases of the statement run too.
    const needsRecord = known.some((id) => byId.get(id)?.judgesRecord);
    met.set(fault, needsRecord ? [...new Set([...(met.get(fault) ?? []), ...known])] : known);
  }
  const halves = [0, 1].map((half) => cases.map(({ id }) => id).filter((id) => folderNumber(id) % 2 === half));
  for (const [at, { id }] of variants.entries()) met.set(id, halves[at % 2] ?? []);
  const pool = openPool(faults.length);
  try {
    const rows = await runUntilCaught(
      pool,
      everyServer.map((id) => ({ id, cases: met.get(id) })),
    );
    for (const choose of [faultsNear, faultsOfLikeRequirements, () => faults.map(({ id }) => id)]) {
      const catches = catchesOf(matrixOf(rows));
      const blind = [...catches].filter(([, caught]) => caught.length === 0).map(([id]) => id);
      rows.push(...(await pool.run(jobsOf(new Map(blind.map((id) => [id, choose(id, catches)]))))));
    }
    await runUntilTwoWays(pool, rows);
    return matrixOf(rows);
  } finally {
    await pool.close();
  }
}

/** The extent of a sample: every sixth variant against an eighth of the cases, each fault against its three likeliest cases. */
const sample = { variants: 6, parts: 8, cases: 3 };

/**
 * Runs one fault for each requirement against its likeliest cases, and some variants against some cases. Takes half a minute. It
 * shows that the suite finds defects and reports none in correct servers, but not that every fault is caught or that every case
 * catches one.
 */
export async function runMatrixSample(): Promise<Matrix> {
  const met = pairByWords();
  const quick = (server: Fault | Variant): boolean => server.callbackWait === undefined;
  const jobs = [...groupBy(faults.filter(quick), ({ breaks }) => breaks).values()].flatMap(([first]): Job[] =>
    first ? [{ id: first.id, cases: met.get(first.id)?.slice(0, sample.cases) }] : [],
  );
  const chosen = variants.filter(quick).filter((_, at) => at % sample.variants === 0);
  for (const [at, { id }] of chosen.entries()) {
    const part = cases.map((one) => one.id).filter((one) => folderNumber(one) % sample.parts === at % sample.parts);
    jobs.push({ id, cases: part });
  }
  return matrixOf(await runUntilCaught(openOwnPool(), jobs));
}

/** Runs jobs, then more cases for each uncaught fault: those of its statement, those that cover its requirement, all cases. */
async function runUntilCaught(pool: Pick<Pool, 'run'>, jobs: readonly Job[]): Promise<Row[]> {
  const rows = await pool.run(jobs);
  for (const choose of [casesFor, casesNear, () => undefined]) {
    const missed = matrixOf(rows).faults.filter((row) => caughtBy(row).length === 0);
    rows.push(...(await pool.run(missed.map((row) => ({ id: row.id, cases: choose(row) })))));
  }
  return rows;
}

/**
 * If fewer than two cases have found faults of a statement, runs more cases against these faults: first the cases that
 * `casesNear` lists and then, unless one case is enough for the statement, all cases.
 */
async function runUntilTwoWays(pool: Pick<Pool, 'run'>, rows: Row[]): Promise<void> {
  const enough = new Set(Object.values(oneWay).flat());
  for (const choose of [casesNear, () => undefined]) {
    const matrix = matrixOf(rows);
    const open = [...provenBy(matrix)].filter(([id, { cases }]) => cases.length < 2 && (choose === casesNear || !enough.has(id)));
    const faults = new Set(open.flatMap(([, by]) => by.faults));
    const chosen = matrix.faults.filter(({ id }) => faults.has(id));
    rows.push(...(await pool.run(chosen.map((row) => ({ id: row.id, cases: choose(row) })))));
  }
}

/** Assigns each fault the cases of its statement that share the most words with the fault. Each case gets at least one fault. */
function pairByWords(): Map<string, string[]> {
  const met = new Map<string, string[]>();
  for (const broken of groupBy(faults, ({ breaks, clause = breaks }) => clause).values()) {
    const [first] = broken;
    const own = first ? casesFor(first) : [];
    for (const fault of broken)
      met.set(fault.id, own.toSorted((one, other) => likeness(other, fault) - likeness(one, fault)).slice(0, likely));
    // Assigns a case that has no fault yet to the fault that it is likeliest to catch.
    for (const id of own.filter((one) => !broken.some((fault) => met.get(fault.id)?.includes(one)))) {
      const [nearest] = broken.toSorted((one, other) => likeness(id, other) - likeness(id, one));
      if (nearest) met.get(nearest.id)?.push(id);
    }
  }
  return met;
}

/** Lists the cases that test the clause that a fault breaks, or the requirement if the fault has no clause. */
function casesFor({ breaks, clause }: Pick<Row, 'breaks' | 'clause'>): string[] {
  return planned
    .filter(({ requirement, tries }) => (clause === undefined ? requirement === breaks : tries.includes(clause)))
    .map(({ id }) => id);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Counts the words of a case's id that also occur in a fault's id, title or field. */
function likeness(id: string, fault: Fault): number {
  const words = new Set(wordsOf(`${fault.id} ${fault.title} ${fault.field ?? ''}`));
  return wordsOf(id).filter((word) => words.has(word)).length;
}

/** Finds faults that neighbouring cases have caught. Sorts them by folder, nearest first, then by how often they were caught. */
function faultsNear(id: string, catches: ReadonlyMap<string, readonly string[]>): string[] {
  const folders = id.split('/').map((_part, at, parts) => `${parts.slice(0, parts.length - at - 1).join('/')}/`);
  const found = folders.flatMap((folder) => {
    const counts = new Map<string, number>();
    for (const [other, caught] of catches)
      if (other.startsWith(folder)) for (const fault of caught) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    return [...counts].toSorted(([, one], [, other]) => other - one).map(([fault]) => fault);
  });
  return [...new Set(found)].slice(0, near);
}

/** Lists the cases of a fault's statement, those that test or cover its requirement, and those that judge the whole record. */
function casesNear(row: Row): string[] {
  const isNear = ({ requirement, covers = [], judgesRecord }: PlannedCase): boolean =>
    judgesRecord === true || [requirement, ...covers].includes(row.breaks ?? '');
  return [...new Set([...casesFor(row), ...planned.filter(isNear).map(({ id }) => id)])];
}

/** Finds the forty faults whose requirement ids have the most words in common with the id of a case. */
function faultsOfLikeRequirements(id: string): string[] {
  const words = cases.find((one) => one.id === id)?.requirement.split('-') ?? [];
  const shared = ({ breaks }: Fault) => breaks.split('-').filter((word) => words.includes(word)).length;
  return faults
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, 40)
    .map((fault) => fault.id);
}

/** Converts a map from cases to faults into one job for each fault. */
function jobsOf(faultsOf: ReadonlyMap<string, readonly string[]>): Job[] {
  const jobs = new Map<string, string[]>();
  for (const [id, met] of faultsOf) for (const fault of met) jobs.set(fault, [...(jobs.get(fault) ?? []), id]);
  return [...jobs].map(([id, ids]) => ({ id, cases: ids }));
}

/** Returns the index of a case's folder. The cases in a folder share their setup, so they run together. */
function folderNumber(id: string): number {
  return folders.indexOf(folderOf(id));
}

/** Makes a matrix from rows, in the order in which the servers are listed. Merges several rows of one server into one. */
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
