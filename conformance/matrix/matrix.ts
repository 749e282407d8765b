/** A case that gave findings, and the requirements that they name. */
export interface Hit {
  case: string;
  requirements: string[];
  /** Fields that the findings name. */
  members: string[];
  /** Statements that the case is for. */
  tries: string[];
}

/** The result of every case against one of our own servers. */
export interface Row {
  id: string;
  kind: 'fault' | 'variant';
  title: string;
  /** For a fault: the requirement that it breaks. */
  breaks?: string;
  /** For a fault: the statement that it breaks and no other, if it names one. */
  clause?: string;
  /** For a fault: the field that a finding must name. */
  field?: string;
  /** For a variant: the reason that it is lawful. */
  why?: string;
  features: string[];
  hits: Hit[];
  /** Cases that passed, with and without a way to pay. */
  passed: number;
  /** Cases that ended without a verdict although they could have had one, with the reason. */
  untold: string[];
  /** Cases that broke. */
  errors: string[];
}

/** Every faulty and every lawful server against every case. */
export interface Matrix {
  contract: { version: string; sha256: string };
  /** Every case of the suite, by id. */
  cases: { id: string; requirement: string; tries: string[] }[];
  /** Every statement of the contract, by id. */
  statements: string[];
  faults: Row[];
  /** The reference servers stand behind the others. */
  variants: Row[];
  /** Servers that cannot run on this machine, a sentence each. */
  leftOut: string[];
}

/** Lists the cases of a fault's row that name the requirement it breaks, and its field if it has one, and are for its clause. */
export function caughtBy(row: Row): string[] {
  return row.hits
    .filter(
      ({ requirements, members, tries }) =>
        requirements.includes(row.breaks ?? '') &&
        (!row.field || members.includes(row.field)) &&
        (row.clause === undefined || tries.includes(row.clause)),
    )
    .map((hit) => hit.case);
}

/** Lists the faults that break each statement and no other, and the cases that are for it and see one of them. */
export function provenBy(matrix: Matrix): Map<string, { faults: string[]; cases: string[] }> {
  const proven = new Map(matrix.statements.map((id) => [id, { faults: [] as string[], cases: [] as string[] }]));
  for (const row of matrix.faults) {
    const found = proven.get(row.clause ?? row.breaks ?? '');
    found?.faults.push(row.id);
    found?.cases.push(...caughtBy(row).filter((id) => !found.cases.includes(id)));
  }
  return proven;
}

/** Lists the faults that each case gives a finding for. */
export function catchesOf(matrix: Matrix): Map<string, string[]> {
  const catches = new Map(matrix.cases.map(({ id }): [string, string[]] => [id, []]));
  for (const fault of matrix.faults) for (const hit of fault.hits) catches.get(hit.case)?.push(fault.id);
  return catches;
}
