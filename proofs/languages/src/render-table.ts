import { spawnSync } from 'node:child_process';
import type { ServerResult } from './servers/try-server.ts';
import { longDigits } from './steps/many-amounts.ts';
import type { ToolResult } from './tools/tool.ts';
import { type Row, steps } from './try-generator.ts';

/** Writes the rows as a Markdown table, followed by a sentence for each thing that went wrong. */
export function renderTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const head = ['generator', 'version', 'document', 'generates', 'compiles', ...steps.map(({ title }) => title), 'day'];
  const lines = rows.map((row) => cells(row).join(' | '));
  const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines.map((line) => `| ${line} |`)];
  const remarks = rows.flatMap(remarksOf);
  return [...table, ...(remarks.length > 0 ? ['', ...remarks] : []), '', ...adviceOf(rows)].join('\n');
}

/** Writes a separate table of the settings that clients need. The guide includes it in its section about settings. */
function adviceOf(rows: readonly Pick<Row, 'generator'>[]): string[] {
  const lines = rows.flatMap(({ generator: { title, advice } }) =>
    advice ? [`| ${title} | ${advice.set} | ${advice.purpose} |`] : [],
  );
  return lines.length > 0 ? ['| settings of | to set | for |', '| --- | --- | --- |', ...lines, ''] : [];
}

/** A named part of the stored file: a table with its remarks, or a paragraph. */
interface Part {
  /** The first header cell of a table, or the first word of a paragraph. */
  name: string;
  head: string[];
  /** The rows, keyed by the text of their first cell. */
  rows: Map<string, string>;
  remarks: string[];
}

function readParts(text: string): Part[] {
  const parts: Part[] = [];
  for (const block of text.split(/\n{2,}/).filter((one) => one.trim() !== '')) {
    const lines = block.trim().split('\n');
    const [first = ''] = lines;
    const isTable = first.startsWith('| ');
    if (first.startsWith('- ')) parts.at(-1)?.remarks.push(...lines);
    else
      parts.push({
        name: isTable ? cellOf(first) : (/^\w+/.exec(first)?.[0] ?? ''),
        head: isTable ? lines.slice(0, 2) : lines,
        rows: new Map(isTable ? lines.slice(2).map((line) => [cellOf(line), line]) : []),
        remarks: [],
      });
  }
  return parts;
}

const cellOf = (line: string): string => /^\| (.+?) +\|/.exec(line)?.[1] ?? '';

/**
 * Merges new results into the stored results. Replaces rows and paragraphs of the same name and keeps all others, so that a
 * single row can be measured separately. Sorts the rows of each table by the titles in `order`.
 */
export function mergeTables(kept: string, made: string, order: readonly string[] = []): string {
  const parts = readParts(kept);
  for (const part of readParts(made)) {
    const old = parts.find(({ name }) => name === part.name);
    if (!old) {
      parts.push(part);
      continue;
    }
    // A remark begins with the row's title, which may be followed by the names of steps.
    const titles = [...part.rows.keys()].flatMap((name) => [name, name.replace(/ \([^()]*\)$/, '')]);
    const isOfMade = (line: string): boolean =>
      titles.some((title) => [': ', ', '].some((behind) => line.startsWith(`- ${title}${behind}`)));
    const remarks = [...old.remarks.filter((line) => !isOfMade(line)), ...part.remarks];
    parts[parts.indexOf(old)] = { ...part, rows: new Map([...old.rows, ...part.rows]), remarks };
  }
  const places = new Map(order.map((title, at) => [title, at]));
  // A row's title may be followed by a language in parentheses. The titles in `order` have no language.
  const placeOf = (row: string) => places.get(row) ?? places.get(row.replace(/ \([^()]*\)$/, '')) ?? order.length;
  const blocks = parts.flatMap(({ head, rows, remarks }) => {
    const sorted = [...rows].sort(([a], [b]) => placeOf(a) - placeOf(b)).map(([, line]) => line);
    return [[...head, ...sorted], remarks];
  });
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Renders the suite's results for each server. Returns an empty string if no server was tried. */
export function renderServers(results: readonly ServerResult[]): string {
  if (results.length === 0) return '';
  const lines = results.map(
    ({ server: { title, document = '3.1' }, lines, verdict }) => `| ${title} | ${lines} | ${document} | ${firstLines(verdict)} |`,
  );
  return ['', '| server | lines by hand | document | the suite says |', '| --- | --- | --- | --- |', ...lines, ''].join('\n');
}

/** Renders a table of how each client handled amounts with 17 digits. Returns an empty string if no client was tried. */
export function renderDigits(rows: readonly Row[]): string {
  const tried = rows.filter(({ steps: results }) => results[longDigits.id]);
  if (tried.length === 0) return '';
  const lines = tried.map(({ generator, steps: results }) => {
    const [longest = '–', surplus = '–', arrived = '**no**'] = results[longDigits.id]?.measured ?? [];
    return `| ${generator.title} (${generator.language}) | ${longest} | ${surplus} | ${arrived} | ${day} |`;
  });
  const head = ['client, 17 digits', 'digits written', 'with more than needed', 'read and taken as that amount', 'day'];
  const remarks = tried.flatMap(({ generator, steps: results }) => {
    const { passed, reason = '' } = results[longDigits.id] ?? {};
    return passed ? [] : [`- ${generator.title}: ${firstLines(reason)}`];
  });
  const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines];
  return ['', ...table, ...(remarks.length > 0 ? ['', ...remarks] : []), ''].join('\n');
}

/** Renders a table of how tools that generate no code handled the document. Returns an empty string if no tool was tried. */
export function renderTools(results: readonly ToolResult[]): string {
  if (results.length === 0) return '';
  const lines = results.map(({ tool, notRun, checks }) => {
    const passed = checks.filter(({ failure }) => failure === undefined).length;
    const verdict =
      notRun === undefined ? (passed === checks.length ? `all ${passed}` : `**${passed}** of ${checks.length}`) : 'not run';
    return `| ${tool.title} | ${tool.kind} | ${tool.version} | ${tool.document ?? '3.1'} | ${verdict} | ${day} |`;
  });
  const remarks = results.flatMap(({ tool: { title, limits = [] }, notRun, checks }) => [
    ...(notRun === undefined ? [] : [`- ${title}: not run, ${notRun}.`]),
    ...limits.map((limit) => `- ${title}: ${limit}.`),
    ...checks.flatMap((one) => (one.failure === undefined ? [] : [`- ${title}, ${one.title}: ${firstLines(one.failure)}`])),
  ]);
  const head = ['', '| tool | kind | version | document | does | day |', '| --- | --- | --- | --- | --- | --- |'];
  return [...head, ...lines, ...(remarks.length > 0 ? ['', ...remarks] : []), ''].join('\n');
}

/** Checks whether a tool passed all checks that could be run. */
export function isToolGreen({ checks }: ToolResult): boolean {
  return checks.every(({ failure }) => failure === undefined);
}

/** Checks whether a client passed all steps that could be run. */
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
    ...[...reasons].map(
      ([reason, failed]) => `- ${generator.title}, ${failed.map(([id]) => id).join(', ')}: ${jsonAsCode(reason)}`,
    ),
  ];
}

/** Formats the JSON at the end of a reason as code. Otherwise, Markdown would turn its URLs into links. */
const jsonAsCode = (reason: string): string =>
  reason.replace(/\{.*/, (json) => `\`${json.replaceAll('`', "'").replaceAll('\\"', '"')}\``);

function firstLines(text: string): string {
  // Adds spaces after commas, where a narrow page can break the line.
  return text.replaceAll(/\s+/g, ' ').replaceAll(',"', ', "').replaceAll('|', '\\|').slice(0, 400);
}

const toolchains: [name: string, argv: string[]][] = [
  ['Go', ['go', 'version']],
  ['Java', ['java', '-version']],
  ['Python', ['python3', '--version']],
  ['Rust', ['rustc', '--version']],
  ['Mono', ['mono', '--version']],
  ['PHP', ['php', '--version']],
  ['Node.js', ['node', '--version']],
];

/** Lists the toolchains that this machine has, with their versions. */
export function describeToolchains(): string {
  return toolchains
    .flatMap(([name, [program = '', ...args]]) => {
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      const version = /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0];
      return status === 0 && version ? [`${name} ${version}`] : [];
    })
    .join(', ');
}
