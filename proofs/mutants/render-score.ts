import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { Mutant } from './mutant.ts';
import type { MutantOptions } from './read-options.ts';
import type { Controls } from './run-mutants.ts';
import type { Outcome } from './try-mutant.ts';

/** Everything that is printed about a sample of mutants. */
export interface Figures {
  score: Score;
  controls: Controls;
  all: readonly Mutant[];
  reached: ReadonlySet<string>;
  options: MutantOptions;
  sample: readonly Mutant[];
  explanations: readonly Explanation[];
  /** Ids of all mutants known to be caught. */
  caught: ReadonlySet<string>;
  describe(mutant: Mutant): string;
}

/** Renders the score for a terminal, with each survivor and the command that repeats its run. */
export function renderScore({ score, controls, all, reached, explanations, caught, describe }: Figures): string {
  const { survivors } = score;
  const stale = findStale(explanations, { all: new Set(all.map(({ id }) => id)), caught });
  const shown = survivors.map((mutant) => `\n${describe(mutant)}\n    npm run prove -- mutants --only ${mutant.id}\n`);
  return [
    shown.length > 0 ? `\nSurvivors that nobody has explained:\n${shown.join('')}\n` : '\n',
    renderTable(score, all.length - reached.size),
    sayControls(controls),
    ...stale.map((sentence) => `${sentence}\n`),
  ].join('');
}

/** Renders the figures for readers of the repository. */
export function renderMeasured({ score, all, reached, options }: Figures): string {
  const date = new Date().toISOString().slice(0, 10);
  return [
    `Measured on ${date} by \`npm run prove -- mutants --sample ${options.sample} --seed ${options.seed} --write\`: of ${score.tried} servers with one token changed, `,
    `those whose change can be seen from outside and that the full profile catches. ${all.length} tokens can be changed; a run reaches ${reached.size} of them. `,
    'The run writes each survivor, and each change that cannot be seen with the reason, to `build/mutants/list.md`.\n\n',
    renderTable(score, all.length - reached.size),
  ].join('');
}

/** Renders the survivors. Then renders the changes that cannot be observed from outside, with the reasons. */
export function renderList({ score, sample, explanations, describe }: Figures): string {
  const byId = new Map(sample.map((mutant) => [mutant.id, mutant]));
  const explained = explanations.flatMap(({ ids, reason }) => {
    const mutants = ids.flatMap((id) => byId.get(id) ?? []);
    return mutants.length === 0 ? [] : [`${reason}\n\n${mutants.map((one) => diff(describe(one))).join('\n\n')}\n`];
  });
  return [
    '## Survivors\n\n',
    ...score.survivors.map((mutant) => `${diff(describe(mutant))}\n\n`),
    score.survivors.length === 0 ? 'None.\n' : '',
    '\n## Cannot be seen from outside\n\n',
    explained.join('\n'),
  ]
    .join('')
    .replace(/\n+$/, '\n');
}

function renderTable({ tried, caught, dead, late, explained, survivors, percent }: Score, notReached: number): string {
  const rows: [string, number | string][] = [
    ['tried', tried],
    ['caught', caught],
    ['of these, did not start', dead],
    ['of these, had no end', late],
    ['cannot be seen from outside', explained],
    ['survived', survivors.length],
    ['not reached, so not tried', notReached],
    ['**caught of those that can be seen**', `**${percent.toFixed(1)} %**`],
  ];
  return `| mutants | |\n| --- | --- |\n${rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}\n`;
}

function diff(change: string): string {
  const [place = '', ...lines] = change.split('\n');
  return [`\`${place}\``, '', '```diff', ...lines.map((line) => line.trim()), '```'].join('\n');
}

function sayControls({ runs, failed }: Controls): string {
  if (runs === 0) return '';
  const busy = failed.length > 0 ? ` In the others: ${failed.join('; ')}. The machine is too busy: take --at-once 1.` : '';
  return `The unchanged server passed ${runs - failed.length} of ${runs} runs in between.${busy}\n`;
}

/** The counts of a sample. */
interface Score {
  tried: number;
  caught: number;
  /** Caught mutants whose server did not start (`dead`), or whose run did not end (`late`). */
  dead: number;
  late: number;
  explained: number;
  survivors: Mutant[];
  /** The percentage of caught mutants among those that can be observed from outside. */
  percent: number;
}

export function countScore(
  mutants: readonly Mutant[],
  outcomeOf: (mutant: Mutant) => Outcome | undefined,
  explained: ReadonlySet<string>,
): Score {
  const tried = mutants.filter((mutant) => outcomeOf(mutant) !== undefined);
  const having = (verdict: Outcome['verdict']): Mutant[] => tried.filter((mutant) => outcomeOf(mutant)?.verdict === verdict);
  const survived = having('survived');
  const survivors = survived.filter(({ id }) => !explained.has(id));
  const caught = tried.length - survived.length;
  const percent = tried.length === 0 ? 0 : (100 * caught) / Math.max(1, caught + survivors.length);
  return {
    ...{ tried: tried.length, caught, dead: having('dead').length, late: having('late').length },
    ...{ explained: survived.length - survivors.length, survivors, percent },
  };
}

/** Mutants that survive because nobody can observe them from outside, with the reason. */
interface Explanation {
  /** The ids of the mutants. Each id contains a hash of the code around the change. */
  ids: string[];
  /** A sentence that explains, to somebody who reads the code, why nobody can observe the change. */
  reason: string;
}

/** Reads the explanations. @throws Error when an entry is incomplete */
export function readExplanations(file: string): Explanation[] {
  const entries = load(readFileSync(file, 'utf8')) as Explanation[];
  for (const { ids, reason } of entries)
    if (!Array.isArray(ids) || ids.length === 0 || !reason) throw new Error(`${file}: each entry has ids and a reason.`);
  return entries;
}

/** Lists the ids in explanations that are outdated, because their mutants do not exist any more or are now caught. */
export function findStale(
  explanations: readonly Explanation[],
  { all, caught }: { all: ReadonlySet<string>; caught: ReadonlySet<string> },
): string[] {
  return explanations.flatMap(({ ids }) =>
    ids.flatMap((id) => {
      if (!all.has(id)) return [`${id} is explained, and there is no such mutant any more: explain the one that took its place.`];
      return caught.has(id) ? [`${id} is explained as unobservable, and a case catches it: take it out.`] : [];
    }),
  );
}
