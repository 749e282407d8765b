/** A folder of `proofs/`, and how `npm run prove` lists and runs it. */
export interface Proof {
  /** The name of the folder, and of the command in its `bin/`. */
  name: string;
  /** Continues a sentence that begins with the proof's name. */
  proves: string;
  takes: string;
  /** Commands besides the main one, named by their first word. Each is a file in `bin/`. */
  stages?: readonly string[];
  /** True if the proof starts a server that serves the docs. The docs are then built first. */
  needsDocs?: boolean;
}

/** Every proof. The listing, the help and the table in CONTRIBUTING are generated from this. */
export const table: readonly Proof[] = [
  {
    name: 'siege',
    proves: 'attacks on its memory, waits and CPU leave the server within its limits',
    takes: 'minutes; `--seconds 3` for each attack',
    needsDocs: true,
  },
  {
    name: 'storm',
    proves: 'several servers on one PostgreSQL keep every promise while servers, connections and the database fail',
    takes: 'a minute a seed; `crash` a second and a half a kill',
    stages: ['crash', 'crash-callbacks'],
  },
  {
    name: 'fuzz',
    proves: 'generated requests, right, nearly right and hostile, get no 5xx, no hang and no response outside the contract',
    takes: 'minutes; `--requests N`',
  },
  { name: 'growth', proves: 'what becomes of a PostgreSQL under a load that goes on, and what breaks first', takes: 'minutes' },
  {
    name: 'bench',
    proves: 'what a request costs beside peers that do the same work; `callbacks` how fast these are delivered',
    takes: 'less than three minutes',
    stages: ['callbacks'],
  },
  {
    name: 'mutants',
    proves: 'how many of the servers with one token changed the suite catches',
    takes: 'hours; `--minutes N` bounds it, and the next run goes on',
  },
  {
    name: 'second-server',
    proves: 'a server in Python that shares nothing with ours is conformant, and each of its faults is found',
    takes: 'hours; `--until 600` is a fair sample of ten minutes',
  },
  {
    name: 'languages',
    proves: "clients and servers that other people's generators make compile and work",
    takes: 'half an hour at first, then two minutes',
  },
  {
    name: 'rehearsal',
    proves: 'a release works: on a registry in its process, twice, with four package managers',
    takes: 'some minutes',
  },
  { name: 'client-cost', proves: 'what a call costs by the client and by others: bytes, CPU, wall time', takes: 'minutes' },
  {
    name: 'client-install',
    proves: 'the packed client works in an empty folder, with every compiler, runtime and bundler that it names',
    takes: 'minutes; the first time it fetches 500 MB',
  },
  { name: 'client-faults', proves: 'each create makes exactly one invoice through a network that fails', takes: 'minutes' },
  {
    name: 'breaking',
    proves: 'how many single edits of the contract `npm run breaking` judges right, beside oasdiff',
    takes: 'minutes; installs oasdiff with Go',
  },
  {
    name: 'drill',
    proves: 'how many wrong servers of a changed contract the suite finds by what it derives, and that it blames no right one',
    takes: 'minutes; `--only NAME` tries one change',
  },
  {
    name: 'peers',
    proves: 'which of ten mistakes in a create operation are noticed by the stubs, and by seven other ways to make a server',
    takes: 'minutes; the first time it installs each peer, `--only NAME` asks one',
  },
  {
    name: 'any-contract',
    proves: 'how many defects of a server the suite finds by a contract that states none of our facts, beside Schemathesis',
    takes: 'a minute; with Schemathesis an hour, `--every N` takes each Nth defect',
  },
  {
    name: 'waits',
    proves: 'a full run against broken and slow servers takes bounded time, and says what it waited for',
    takes: 'some minutes; `--only NAME` takes one server',
  },
  {
    name: 'figures',
    proves: 'how long somebody waits for a verdict, a plan, one case, the start of a server and a report, in one table',
    takes: 'three minutes; `--only NAME` takes one figure',
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
