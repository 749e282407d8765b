import type { ServerResult } from './servers/try-server.ts';
import { type Row, steps } from './try-generator.ts';

/** Writes the rows as a table in Markdown, with a sentence for each thing that is not as it should be. */
export function renderTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const head = ['generator', 'version', 'generates', 'compiles', ...steps.map(({ title }) => title)];
  const lines = rows.map((row) => cells(row).join(' | '));
  const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines.map((line) => `| ${line} |`)];
  const remarks = rows.flatMap(remarksOf);
  return [...table, ...(remarks.length > 0 ? ['', ...remarks] : []), ''].join('\n');
}

/** Writes what the suite says of each server; nothing when none was tried. */
export function renderServers(results: readonly ServerResult[]): string {
  if (results.length === 0) return '';
  const lines = results.map(({ title, lines, verdict }) => `| ${title} | ${lines} | ${firstLines(verdict)} |`);
  return ['', '| server | lines by hand | the suite says |', '| --- | --- | --- |', ...lines, ''].join('\n');
}

/** Returns true if every step that could be tried went well. */
export function isGreen({ notRun, failure, steps: results }: Row): boolean {
  return notRun !== undefined || (failure === undefined && Object.values(results).every(({ passed }) => passed));
}

function cells({ generator, notRun, generated, compiled, steps: results }: Row): string[] {
  const name = [`${generator.title} (${generator.language})`, generator.version];
  if (notRun !== undefined) return [...name, 'not run', ...steps.map(() => ''), ''];
  const tried = steps.map(({ id }) => mark(results[id]?.passed));
  return [...name, mark(generated), mark(compiled), ...tried];
}

function mark(passed: boolean | undefined): string {
  return passed === undefined ? '–' : passed ? 'yes' : '**no**';
}

function remarksOf({ generator, notRun, failure, steps: results }: Row): string[] {
  if (notRun !== undefined) return [`- ${generator.title}: not run, ${notRun}.`];
  const reasons = Map.groupBy(
    Object.entries(results).filter(([, { passed }]) => !passed),
    ([, { reason = '' }]) => firstLines(reason),
  );
  return [
    ...(failure === undefined ? [] : [`- ${generator.title}: ${firstLines(failure)}`]),
    ...[...reasons].map(([reason, failed]) => `- ${generator.title}, ${failed.map(([id]) => id).join(', ')}: ${reason}`),
  ];
}

function firstLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 400);
}
