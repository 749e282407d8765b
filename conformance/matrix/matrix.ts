/** One case that gave a finding, and against which requirements. */
export interface Hit {
  case: string;
  requirements: string[];
  /** Members that the findings name. */
  members: string[];
}

/** What a run of every case against one server of ours gave. */
export interface Row {
  id: string;
  kind: 'fault' | 'variant';
  title: string;
  /** For a fault: the requirement that it breaks. */
  breaks?: string;
  /** For a fault: the member that a finding must name. */
  field?: string;
  /** For a variant: why it is lawful. */
  why?: string;
  /** Features that were claimed. */
  features: string[];
  hits: Hit[];
  /** Cases that passed, whether the suite was told how to pay or not. */
  passed: number;
  /** Cases that told nothing although they could have, with the reason. */
  untold: string[];
  /** Cases that broke. */
  errors: string[];
}

/** Every faulty and every lawful server against every case. */
export interface Matrix {
  contract: { version: string; sha256: string };
  /** Every case of the suite, by id. */
  cases: { id: string; requirement: string }[];
  faults: Row[];
  variants: Row[];
}

/** Cases of a fault's row that name the requirement it breaks, and its member where it has one. */
export function caughtBy(row: Row): string[] {
  return row.hits
    .filter(({ requirements, members }) => requirements.includes(row.breaks ?? '') && (!row.field || members.includes(row.field)))
    .map((hit) => hit.case);
}

/** For each case, the faults that it gives a finding for. */
export function catchesOf(matrix: Matrix): Map<string, string[]> {
  const catches = new Map(matrix.cases.map(({ id }): [string, string[]] => [id, []]));
  for (const fault of matrix.faults) for (const hit of fault.hits) catches.get(hit.case)?.push(fault.id);
  return catches;
}
