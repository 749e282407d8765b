import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { groupBy } from '../src/group-by.ts';

/** A case that has findings against a server, and the requirements that these findings name. */
export interface Hit {
  case: string;
  requirements: string[];
  /** Fields that the findings name. */
  members: string[];
  /** Statements that the case tests. */
  tries: string[];
}

/** The result of every case against one of the suite's own servers. */
export interface Row {
  id: string;
  kind: 'fault' | 'variant';
  title: string;
  /** For a fault: the requirement that it breaks. */
  breaks?: string;
  /** For a fault: the statement that it breaks, if it breaks only one. */
  clause?: string;
  /** For a fault: the field that a finding must name. */
  field?: string;
  /** For a variant: the reason why the contract allows it. */
  why?: string;
  features: string[];
  hits: Hit[];
  /** Number of passed results. Each case runs twice against a variant, with and without a way to pay, and both results count. */
  passed: number;
  /** Cases that had everything that they needed but reached no verdict, each with the reason. */
  untold: string[];
  /** Cases that threw an error. */
  errors: string[];
}

/** The results of every case against every faulty and every correct server. */
export interface Matrix {
  contract: { version: string; sha256: string };
  /** Every case of the suite, by id. */
  cases: { id: string; requirement: string; tries: string[] }[];
  /** The ids of all statements of the contract. */
  statements: string[];
  faults: Row[];
  /** The reference servers come last. */
  variants: Row[];
  /** One sentence for each server that could not run on this machine. */
  leftOut: string[];
}

/** Lists the hits whose findings name the requirement and the field that a fault breaks. */
const namingHits = ({ hits, breaks = '', field }: Row): Hit[] =>
  hits.filter(({ requirements, members }) => requirements.includes(breaks) && (!field || members.includes(field)));

/** Lists the cases that caught a fault: they test its clause, and their findings name the requirement and the field. */
export function caughtBy(row: Row): string[] {
  const isFor = ({ tries }: Hit): boolean => row.clause === undefined || tries.includes(row.clause);
  return namingHits(row).flatMap((hit) => (isFor(hit) ? [hit.case] : []));
}

/** Lists, for each statement, the faults that break only it, and the cases that find these faults and name its requirement. */
export function provenBy(matrix: Matrix): Map<string, { faults: string[]; cases: string[] }> {
  const rows = groupBy(matrix.faults, ({ breaks = '', clause = breaks }) => clause);
  const proven = matrix.statements.map((id): [string, { faults: string[]; cases: string[] }] => {
    const broken = rows.get(id) ?? [];
    const cases = new Set(broken.flatMap(namingHits).map((hit) => hit.case));
    return [id, { faults: broken.map((row) => row.id), cases: [...cases] }];
  });
  return new Map(proven);
}

/** Lists, for each case, the faults for which it has findings. */
export function catchesOf(matrix: Matrix): Map<string, string[]> {
  const catches = new Map(matrix.cases.map(({ id }): [string, string[]] => [id, []]));
  for (const fault of matrix.faults) for (const hit of fault.hits) catches.get(hit.case)?.push(fault.id);
  return catches;
}

/**
 * Lists the defects of the suite that its matrix reveals, one sentence each. An empty list means that the suite can be trusted.
 */
export function judgeMatrix(matrix: Matrix): string[] {
  const missed = matrix.faults
    .filter((row) => caughtBy(row).length === 0)
    .map(({ id, breaks, clause, field, hits }) => {
      const found = [...new Set(hits.flatMap(({ requirements }) => requirements))].join(', ') || 'nothing';
      return `The fault ${id} is not caught: no finding names ${breaks}${field ? ` and ${field}` : ''}${clause ? ` in a case that is for ${clause}` : ''}. Found: ${found}.`;
    });
  const alarms = matrix.variants.flatMap(({ id, hits }) =>
    hits.map((hit) => `False alarm at the variant ${id}: ${hit.case} names ${hit.requirements.join(', ')}.`),
  );
  const untold = matrix.variants.flatMap(({ id, untold }) => untold.map((what) => `At the variant ${id}: ${what}`));
  const blind = [...catchesOf(matrix)]
    .filter(([, faults]) => faults.length === 0)
    .map(([id]) => `The case ${id} catches no fault.`);
  const broken = [...matrix.faults, ...matrix.variants].flatMap(({ id, errors }) =>
    errors.map((error) => `The suite broke at ${id}: ${error}`),
  );
  return [...missed, ...alarms, ...untold, ...blind, ...broken];
}

/** The cases to run against each fault: at least one that caught it in an earlier matrix, and others that had findings. */
export type Pairs = Record<string, string[]>;

/** A cache in this checkout. Without it, `runMatrixSparingly` reaches the same result but takes one and a half times as long. */
const file = join(import.meta.dirname, '../../build/matrix/pairs.json');

/** Reads the stored pairs, which come from the last matrix that had no defect. Returns an empty object if there are none. */
export function readPairs(): Pairs {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Pairs) : {};
}

/** Stores the pairs of a matrix that has no defect, so that the next `runMatrixSparingly` starts with them. */
export function writePairs(matrix: Matrix): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(pairUp(matrix), null, 1)}\n`);
}

/**
 * Assigns each fault a case that catches it, each case a fault that it catches, and each statement two cases that find its
 * faults. Makes as few pairs as it can.
 */
export function pairUp(matrix: Matrix): Pairs {
  const naming = new Map(matrix.faults.map((row) => [row.id, new Set(caughtBy(row))]));
  const pairs = new Map<string, string[]>(matrix.faults.map(({ id }) => [id, []]));
  const isHeld = (fault: string): boolean => pairs.get(fault)?.some((id) => naming.get(fault)?.has(id)) ?? false;
  for (const [id, faults] of catchesOf(matrix)) {
    const named = faults.filter((fault) => naming.get(fault)?.has(id));
    const chosen = named.find((fault) => !isHeld(fault)) ?? named[0] ?? faults[0];
    if (chosen !== undefined) pairs.get(chosen)?.push(id);
  }
  for (const [fault, [first]] of naming) if (first !== undefined && !isHeld(fault)) pairs.get(fault)?.push(first);
  for (const rows of groupBy(matrix.faults, ({ breaks, clause = breaks }) => clause).values()) {
    const ways = rows.flatMap((row) => namingHits(row).map((hit) => ({ id: hit.case, pair: pairs.get(row.id) ?? [] })));
    const held = new Set(ways.flatMap(({ id, pair }) => (pair.includes(id) ? [id] : [])));
    for (const { id, pair } of ways) {
      if (held.size > 1 || held.has(id)) continue;
      held.add(id);
      pair.push(id);
    }
  }
  return Object.fromEntries(pairs);
}
