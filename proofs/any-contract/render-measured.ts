import { basename } from 'node:path';
import { loadContract } from '../../conformance/payments/load-contract.ts';
import { planAll } from '../../conformance/src/engine/plan-cases.ts';

/** The results for one variant of a server: the correct one, or one with a defect. */
export interface Measured {
  /** The defect's id; `none` for the correct server. */
  id: string;
  /** Ids of the cases that found the defect, among those derived from the document only. */
  found: string[];
  /** Ids of the cases that found the defect, among those derived from the document with our extensions. */
  byFacts: string[];
  /** How long the suite took with the document only, in milliseconds. */
  milliseconds: number;
  /** The result of Schemathesis; absent if it was not run. */
  theirs?: { found: boolean; milliseconds: number };
}

/** A server, with the results of its correct variant and of all defects. */
export interface MeasuredSubject {
  name: string;
  cases: number;
  right: Measured;
  defects: readonly Measured[];
}

const secondsOf = (values: number[]): string =>
  values.length === 0 ? '–' : (values.reduce((sum, one) => sum + one, 0) / values.length / 1000).toFixed(1);

const inWords = (count: number, of: number): string => `${count} of ${of}`;

function renderSubject({ name, cases, right, defects }: MeasuredSubject): string[] {
  const asked = defects.filter(({ theirs }) => theirs !== undefined);
  const count = (wanted: (one: Measured) => unknown, among = defects): string =>
    inWords(among.filter(wanted).length, among.length);
  const blamed = (found: string[]): string => (found.length === 0 ? 'no finding' : found.join(', '));
  const theirs = right.theirs === undefined ? 'not asked' : right.theirs.found ? 'a failure' : 'no failure';
  // If Schemathesis reports a failure even for the correct server, its failures for the faulty servers prove nothing.
  const countTheirs = (): string => (right.theirs?.found ? 'not told apart' : count((one) => one.theirs?.found, asked));
  const all = [right, ...defects];
  return [
    `| ${name}: the right server | ${blamed(right.found)} | ${blamed(right.byFacts)} | ${theirs} |`,
    `| ${name}: its defects, of which each is found by | ${count(({ found }) => found.length)} | ${count(({ byFacts }) => byFacts.length)} | ${asked.length === defects.length ? countTheirs() : asked.length === 0 ? 'not asked' : 'not asked of all'} |`,
    ...(asked.length > 0 && asked.length < defects.length
      ? [
          `| ${name}: those that both were asked about | ${count(({ found }) => found.length, asked)} | ${count(({ byFacts }) => byFacts.length, asked)} | ${countTheirs()} |`,
        ]
      : []),
    `| ${name}: seconds a server | ${secondsOf(all.map(({ milliseconds }) => milliseconds))} (${cases} cases) | | ${secondsOf(all.flatMap((one) => one.theirs?.milliseconds ?? []))} |`,
  ];
}

/** Renders the table of `measured.md`; `conditions` is the text above it. */
export function renderMeasured(subjects: readonly MeasuredSubject[], conditions: string): string {
  const rows = subjects.flatMap(({ name, defects }) =>
    defects.map(
      ({ id, found, byFacts, theirs }) =>
        `| ${name} | ${id} | ${found[0] ?? 'not found'} | ${found.length > 0 ? '' : (byFacts[0] ?? 'not found')} | ${theirs === undefined ? '' : theirs.found ? 'found' : 'not found'} |`,
    ),
  );
  return `${[
    '# Defects found by a contract only',
    '',
    conditions,
    '',
    '| | the suite, by the document only | the suite, with facts | Schemathesis |',
    '| --- | --- | --- | --- |',
    ...subjects.flatMap(renderSubject),
    '',
    '| server | defect | found by the document only | found by a fact | Schemathesis |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
}

/** Renders what the suite derives from third-party documents. */
export function renderPlanned(planned: readonly Planned[]): string {
  return `${[
    '| document | operations | cases | mistakes | seconds of CPU | operations not tried | not tried, because |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...planned.map(({ document, refused, operations, cases, mistakes, seconds, left, reasons }) =>
      refused === undefined
        ? `| ${document} | ${operations} | ${cases} | ${mistakes.length === 0 ? 'none' : mistakes.length} | ${seconds.toFixed(1)} | ${left} | ${
            reasons
              .slice(0, 3)
              .map(([reason, times]) => `${reason} (${times})`)
              .join('; ')
              .replaceAll('|', '\\|') || 'nothing'
          } |`
        : `| ${document} | refused: ${refused} | | | ${seconds.toFixed(1)} | | |`,
    ),
  ].join('\n')}\n`;
}

/** The plan for a third-party document. */
interface Planned {
  document: string;
  /** The reason why the document cannot be read. It is printed instead of everything else. */
  refused?: string;
  operations: number;
  cases: number;
  mistakes: string[];
  /** CPU seconds for reading the document and planning its cases. */
  seconds: number;
  /** The number of operations that no case tests. */
  left: number;
  /** Reasons why something is not tested, with their counts, the most frequent first. */
  reasons: [reason: string, times: number][];
}

/** Reads a document and derives its cases, without sending any request. */
export function planDocument(file: string): Planned {
  const started = process.cpuUsage();
  const seconds = (): number => (process.cpuUsage(started).user + process.cpuUsage(started).system) / 1e6;
  const document = basename(file);
  try {
    const contract = loadContract(file);
    const { planned, mistakes } = planAll(contract);
    const times = new Map<string, number>();
    for (const { reason } of contract.plain?.untried ?? []) {
      const like = reason
        .replaceAll(/\/\S+/g, '…')
        .replace(/^\S+ (in its \w+ )?(is|has)/, 'a parameter $2')
        .slice(0, 100);
      times.set(like, (times.get(like) ?? 0) + 1);
    }
    return {
      ...{ document, operations: contract.operations.length, cases: planned.length, mistakes, seconds: seconds() },
      left: contract.operations.filter(({ plain }) => plain?.untried !== undefined).length,
      reasons: [...times].sort(([, one], [, other]) => other - one),
    };
  } catch (error) {
    const none = { operations: 0, cases: 0, mistakes: [], left: 0, reasons: [] };
    return { document, refused: (error as Error).message, ...none, seconds: seconds() };
  }
}
