import type { ServerResult } from './servers/try-server.ts';
import { type Row, steps } from './try-generator.ts';

/** Writes the rows as a table in Markdown, with a sentence for each thing that is not as it should be. */
export function renderTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const head = ['generator', 'version', 'document', 'generates', 'compiles', ...steps.map(({ title }) => title), 'day'];
  const lines = rows.map((row) => cells(row).join(' | '));
  const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines.map((line) => `| ${line} |`)];
  const remarks = rows.flatMap(remarksOf);
  return [...table, ...(remarks.length > 0 ? ['', ...remarks] : []), ''].join('\n');
}

/**
 * Puts the lines of a new table into one that was kept: those of the same name are replaced, the others stay, so that one row can be
 * measured by itself.
 */
export function mergeTables(kept: string, made: string): string {
  // A row has the language behind the title, a remark the steps that it is about.
  const nameOf = (line: string): string | undefined =>
    /^\| (.+?)(?: \([^()]*\))? +\|/.exec(line)?.[1] ?? /^- ([^:]+?)(?:, [a-z\d, -]+)?: /.exec(line)?.[1];
  const lines = made.split('\n').filter((line) => nameOf(line) !== undefined && !/^\| (?:generator|server|---) /.test(line));
  const names = new Set(lines.map((line) => nameOf(line) ?? ''));
  const [rows, remarks] = [lines.filter((line) => line.startsWith('|')), lines.filter((line) => line.startsWith('-'))];
  const isMade = (line: string): boolean => names.has(nameOf(line) ?? '');
  const places = new Map(rows.map((row) => [nameOf(row) ?? '', row]));
  const replaced = kept.split('\n').flatMap((line) => {
    if (line.startsWith('- ') && isMade(line)) return [];
    const row = line.startsWith('| ') ? places.get(nameOf(line) ?? '') : undefined;
    if (row !== undefined) places.delete(nameOf(row) ?? '');
    return [row ?? line];
  });
  // Behind the first table: those that are new, and what is to be said of them.
  const end = replaced.findIndex((line, at) => at > 0 && !line.startsWith('|') && (replaced[at - 1] ?? '').startsWith('| '));
  replaced.splice(end, 0, ...places.values());
  const after = end + places.size + 1;
  replaced.splice(after, 0, ...remarks, ...(replaced[after]?.startsWith('- ') || remarks.length === 0 ? [] : ['']));
  return replaced.join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

/** Writes what the suite says of each server; nothing when none was tried. */
export function renderServers(results: readonly ServerResult[]): string {
  if (results.length === 0) return '';
  const lines = results.map(({ title, lines, verdict }) => `| ${title} | ${lines} | ${firstLines(verdict)} |`);
  return ['', '| server | lines by hand | the suite says |', '| --- | --- | --- |', ...lines, ''].join('\n');
}

/** Returns true if every step that could be tried went well. */
export function isGreen({ notRun, failure, read, steps: results }: Row): boolean {
  const isRight = failure === undefined && read?.holds !== false;
  return notRun !== undefined || (isRight && Object.values(results).every(({ passed }) => passed));
}

const day = new Date().toISOString().slice(0, 10);

function cells({ generator, notRun, generated, compiled, steps: results }: Row): string[] {
  const name = [`${generator.title} (${generator.language})`, generator.version, generator.document ?? '3.1'];
  if (notRun !== undefined) return [...name, 'not run', ...steps.map(() => ''), '', day];
  const tried = steps.map(({ id }) => mark(results[id]?.passed));
  return [...name, mark(generated), mark(compiled), ...tried, day];
}

function mark(passed: boolean | undefined): string {
  return passed === undefined ? '–' : passed ? 'yes' : '**no**';
}

function remarksOf({ generator, notRun, failure, read, steps: results }: Row): string[] {
  if (notRun !== undefined) return [`- ${generator.title}: not run, ${notRun}.`];
  const reasons = Map.groupBy(
    Object.entries(results).filter(([, { passed }]) => !passed),
    ([, { reason = '' }]) => firstLines(reason),
  );
  return [
    ...(generator.limits ?? []).map((limit) => `- ${generator.title}: ${limit}.`),
    ...(read
      ? [
          `- ${generator.title}: read, and not run here: ${read.holds ? read.finding : `it is **not** so that it ${read.finding}`}.`,
        ]
      : []),
    ...(failure === undefined ? [] : [`- ${generator.title}: ${firstLines(failure)}`]),
    ...[...reasons].map(([reason, failed]) => `- ${generator.title}, ${failed.map(([id]) => id).join(', ')}: ${reason}`),
  ];
}

function firstLines(text: string): string {
  // A space behind commas: a narrow page must be able to break the line.
  return text.replaceAll(/\s+/g, ' ').replaceAll(',"', ', "').replaceAll('|', '\\|').slice(0, 400);
}
