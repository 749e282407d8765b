/** A folder of `proofs/`, and how `npm run prove` lists and runs it. */
export interface Proof {
  /** The name of the folder, and of the command in its `bin/`. */
  name: string;
  /** Continues a sentence that begins with the proof's name. */
  proves: string;
  takes: string;
  /** First arguments that select a command other than the main one. Each of these commands is a file in `bin/`. */
  stages?: readonly string[];
}

/** Every proof. The listing, the help and the table in CONTRIBUTING are generated from this. */
export const table: readonly Proof[] = [
  {
    name: 'siege',
    proves: 'attacks on its memory, waits and CPU leave the server within its limits',
    takes: 'minutes; `--seconds 3` for each attack',
  },
  {
    name: 'storm',
    proves:
      'several servers on one PostgreSQL keep every promise of the contract while servers, connections and the database fail',
    takes: 'a minute for each seed; `crash`: a second and a half for each kill',
    stages: ['crash', 'crash-callbacks'],
  },
  {
    name: 'fuzz',
    proves:
      'no generated request, whether correct, nearly correct or hostile, gets a 5xx, hangs, or gets a response that violates the contract',
    takes: 'minutes; `--requests N`',
  },
  { name: 'growth', proves: 'how a PostgreSQL database grows under a constant load, and what fails first', takes: 'minutes' },
  {
    name: 'bench',
    proves: 'what a request costs, compared with peers that do the same work; `callbacks`: how fast callbacks are delivered',
    takes: 'less than three minutes',
    stages: ['callbacks'],
  },
  {
    name: 'mutants',
    proves: 'how many changes of one token in the reference server the suite notices',
    takes: 'hours; `--minutes N` limits it, and the next run continues',
  },
  {
    name: 'second-server',
    proves: 'a server in Python that shares nothing with ours conforms, and the suite finds each of its faults',
    takes: 'hours; `--until 600` is a fair sample of ten minutes',
  },
  {
    name: 'languages',
    proves: 'the clients and servers that public generators write compile and work',
    takes: 'half an hour the first time, then two minutes',
  },
  {
    name: 'rehearsal',
    proves: 'a release works, twice, on a registry in the same process, with four package managers',
    takes: 'some minutes',
  },
  {
    name: 'client-cost',
    proves: 'what a call costs with our client and with others: bytes, CPU time, wall time',
    takes: 'minutes',
  },
  {
    name: 'client-install',
    proves: 'the packed client works in an empty folder with every compiler, runtime and bundler that its README names',
    takes: 'minutes; the first run downloads 500 MB',
  },
  { name: 'client-faults', proves: 'each create makes exactly one invoice, although the network fails', takes: 'minutes' },
  {
    name: 'breaking',
    proves: 'how many single edits of the contract `npm run breaking` judges correctly, compared with oasdiff',
    takes: 'minutes; installs oasdiff with Go',
  },
  {
    name: 'drill',
    proves: 'how many faulty servers of changed contracts the derived cases find, and that they blame no correct server',
    takes: 'minutes; `--only NAME` runs one change',
  },
  {
    name: 'peers',
    proves: 'which of ten mistakes in a create operation the stubs notice, and which seven other ways to build a server notice',
    takes: 'minutes; the first run installs each peer, and `--only NAME` runs one',
  },
  {
    name: 'any-contract',
    proves: 'how many defects the suite finds if the contract contains none of our facts, compared with Schemathesis',
    takes: 'a minute; with Schemathesis, an hour; `--every N` runs every Nth defect',
  },
  {
    name: 'waits',
    proves: 'a full run against broken and slow servers ends within a time limit, and says what it waited for',
    takes: 'some minutes; `--only NAME` runs one server',
  },
  {
    name: 'figures',
    proves: 'how long users wait for a verdict, a plan, one case, the start of a server and a report',
    takes: 'three minutes; `--only NAME` measures one figure',
  },
];

/**
 * Finds the names that somebody who mistyped a name may have meant: names that contain it, are contained in it, or differ by a
 * few letters.
 */
export function findNear(typed: string, names: readonly string[]): string[] {
  const text = typed.slice(0, 40).toLowerCase();
  const isPart = (name: string) => text.length > 1 && (name.includes(text) || text.includes(name));
  return names.filter((name) => isPart(name) || distance(text, name) <= Math.max(2, name.length / 3));
}

/** Counts the letters to insert, delete or replace (Levenshtein distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, wanted] of [...other].entries()) {
      const kept = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(kept, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
