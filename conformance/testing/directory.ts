import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../src/group-by.ts';
import { type CaseResult, verdicts as caseVerdicts } from '../src/outcome/verdict.ts';
import type { Report } from '../src/report/report.ts';
import { mistakesOf } from './mistakes-of.ts';

/** The folder that contains the directory of implementations. */
export const folder = join(import.meta.dirname, '../reports');

/** The number of cases with each verdict. */
type Counts = Partial<Record<CaseResult['verdict'], number>>;

/** An implementation in the directory: the contents of its `report.json` without the cases. */
export interface Entry {
  /** Name of the implementation, for people to read. */
  name: string;
  /** URL of the implementation's source code or documentation. */
  source: string;
  /** SHA-256 of the report.json that the entry was made from. */
  sha256: string;
  /** URL of the `report.json`, and URL of its attestation, if they are published. */
  report?: string;
  attestation?: string;
  verdict: Report['verdict'];
  /** True if only some of the cases were run. */
  selected?: true;
  profile: string;
  contract: Report['contract'];
  suite: string;
  date: string;
  /** The number of cases with each verdict, for core and for each claimed feature. */
  features: Record<string, Counts>;
}

/** Makes an entry from the text of a report.json. @throws Error if the text is not a report */
export function entryOf(text: string, about: Pick<Entry, 'name' | 'source' | 'report' | 'attestation'>): Entry {
  const report = JSON.parse(text) as Report;
  const [mistake] = mistakesOf(report);
  if (mistake !== undefined) throw new Error(`It is no report.json of the suite: ${JSON.stringify(mistake)}`);
  if (report.judged) throw new Error('It judges recorded traffic, which is no proof of conformance.');
  const claimed = report.results.filter(({ verdict }) => verdict !== 'not-supported');
  const groups = groupBy(claimed, ({ support, feature = '' }) => (support === 'core' ? 'core' : feature));
  const count = (results: readonly CaseResult[]): Counts =>
    Object.fromEntries([...groupBy(results, ({ verdict }) => verdict)].map(([verdict, same]) => [verdict, same.length]));
  const { name, source, ...links } = about;
  return {
    ...{ name, source, sha256: createHash('sha256').update(text).digest('hex'), ...links, verdict: report.verdict },
    ...(report.selected && { selected: true as const }),
    ...{ profile: report.profile, contract: report.contract, suite: report.runner.version, date: report.startedAt.slice(0, 10) },
    features: Object.fromEntries([...groups].map(([feature, results]) => [feature, count(results)])),
  };
}

const fields = 'name source sha256 report attestation verdict selected profile contract suite date features'.split(' ');
const verdicts = ['conformant', 'partial', 'not conformant', 'nothing proven'];
const ofCases: readonly string[] = caseVerdicts;
/** Returns whether a value is a string of this form. `RegExp.test` alone would also accept a list with one such string. */
const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);
const withoutSpace = (text: string): string => text.replace(/\s/g, '');

/** Describes the mistakes in a file of the directory. */
export function findMistakes(text: string): string[] {
  let entry: Entry;
  try {
    entry = JSON.parse(text);
  } catch {
    return ['It is no JSON.'];
  }
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return ['It is no JSON object.'];
  const { name, source, sha256, report, attestation, verdict, selected, profile, contract, suite, date, features } = entry;
  const unknown = Object.keys(entry).filter((field) => !fields.includes(field));
  const hash = /^[0-9a-f]{64}$/;
  const version = /^\d+\.\d+\.\d+[\w.+-]{0,40}$/;
  const wrong: [boolean, string][] = [
    // Refuses a duplicate field, because JSON parsers differ on it, and escaped letters, because a text search misses them.
    [withoutSpace(text) !== withoutSpace(JSON.stringify(entry)), 'It has a field twice, or a letter as an escape.'],
    [unknown.length > 0, `It has fields that an entry has not: ${unknown.join(', ')}.`],
    [!isText(name, /^[\p{L}\p{N} .,()/+-]{1,60}$/u), '`name` is no name of up to 60 letters, digits and signs.'],
    [!isPublic(source), '`source` is no https URL of a public host.'],
    [report !== undefined && !isPublic(report), '`report` is no https URL of a public host.'],
    [attestation !== undefined && !isPublic(attestation), '`attestation` is no https URL of a public host.'],
    [attestation !== undefined && report === undefined, '`attestation` is of a report: say with `report` where that is.'],
    [!isText(sha256, hash), '`sha256` is no SHA-256 of a report.json.'],
    [!isText(contract?.sha256, hash) || !isText(contract?.version, version), '`contract` has no version and SHA-256.'],
    [!isText(suite, version), '`suite` is no version of the suite.'],
    [!isText(date, /^\d{4}-\d\d-\d\d$/) || Number.isNaN(Date.parse(date)), '`date` is no day.'],
    [!verdicts.includes(verdict), '`verdict` is none of the suite.'],
    [!['core', 'full'].includes(profile), '`profile` is none of the suite.'],
    [selected !== undefined && selected !== true, '`selected` is true, or not there.'],
    [!Object.hasOwn(features ?? {}, 'core'), '`features` has no counts of core.'],
    [
      !Object.entries(features ?? {}).every(([feature, counts]) => /^[a-z][a-z-]{0,60}$/.test(feature) && areCounts(counts)),
      '`features` has something else than counts by verdict.',
    ],
    [
      verdict === 'conformant' && Object.values(features ?? {}).some(haveFailed),
      '`verdict` says conformant, and `features` has failures.',
    ],
    [
      /pi_(test|live)_\w|whsec_|Bearer |gh[a-z]_\w{20}|eyJ\w{20}|[?&](access_)?(token|key|sig)=/i.test(text),
      'It holds a token or a secret.',
    ],
  ];
  return wrong.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []));
}

const areCounts = (counts: unknown): boolean =>
  typeof counts === 'object' &&
  counts !== null &&
  !Array.isArray(counts) &&
  Object.entries(counts).every(([verdict, count]) => ofCases.includes(verdict) && Number.isSafeInteger(count) && count >= 0);

const haveFailed = (counts: Counts | null): boolean => ((counts?.fail ?? 0) as number) + ((counts?.error ?? 0) as number) > 0;

/** Returns whether a value is an https URL that has a public host name and needs no escaping in Markdown. */
function isPublic(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[\w.~:/?#@!$&'*+,;=%-]+$/.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isNamed = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname);
  const isInside = /\.(local|localhost|internal|intranet|lan|home|corp|test|invalid|example|onion|arpa)$/.test(hostname);
  return protocol === 'https:' && username === '' && password === '' && isNamed && !isInside;
}

/** Makes the file name of an entry from the implementation's name. Letters of every language are kept. */
export const fileOf = (name: string): string =>
  `${
    name
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? 'entry'
  }.json`;

export function readDirectory(): { file: string; text: string }[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

/** Renders a Markdown table with the result of each implementation for each of the contract's features. */
export function renderDirectory(entries: readonly Entry[], features: readonly string[]): string {
  const row = (name: string, cell: (entry: Entry) => string): string => `| ${[name, ...entries.map(cell)].join(' | ')} |`;
  return [
    row('feature', ({ name, source }) => `[${name}](${source})`),
    row('---', () => '---'),
    ...['core', ...features].map((feature) => row(`\`${feature}\``, (entry) => say(entry.features[feature]))),
    row('verdict', ({ verdict, selected }) => (selected ? `${verdict}, of a part` : verdict)),
    row('shown by', ({ date, suite, contract, report, attestation }) => {
      const proof = [report && `[report](${report})`, attestation && `[attested](${attestation})`].filter(Boolean);
      return [date, `suite ${suite}`, `contract \`${contract.sha256.slice(0, 12)}\``, ...proof].join(', ');
    }),
  ].join('\n');
}

/** Summarizes the verdicts of a feature's cases in a few words. */
function say(counts: Counts | undefined): string {
  if (counts === undefined) return '–';
  const { pass = 0, warn = 0, fail = 0, error = 0, inconclusive = 0, skipped = 0 } = counts;
  if (fail + error > 0) return `**${fail + error} failed**`;
  if (pass + warn === 0) return 'not tried';
  return inconclusive + skipped > 0 ? `${pass + warn} pass, ${inconclusive + skipped} not tried` : `${pass + warn} pass`;
}
