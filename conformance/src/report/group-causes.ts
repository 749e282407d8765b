import { isObject } from '../contract/follow-reference.ts';
import { groupLargest } from '../group-by.ts';
import type { Finding } from '../outcome/finding.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { attempt } from '../text/attempt.ts';
import type { Report } from './report.ts';

export interface Found {
  result: CaseResult;
  finding: Finding;
}

/** Findings that one and the same defect probably causes. */
export interface Cause {
  /** Description of the defect, with code in backticks. */
  title: string;
  found: Found[];
  /** Ids of the violated requirements, in the order of the findings. */
  requirements: string[];
}

/**
 * Groups findings by their likely cause. The cause with the most findings comes first. Findings with the same symptom form a
 * group. A group joins a larger one if each of its findings is about an exchange and field that the larger group also covers.
 */
export function groupCauses(report: Report): Cause[] {
  const all = report.results.flatMap((result) => result.findings.map((finding): Found => ({ result, finding })));
  const causes: Found[][] = [];
  for (const [, group] of groupLargest(all, ({ finding }) => describeSymptom(finding).key)) {
    const wider = causes.find((candidate) => {
      const seen = new Set(candidate.map(keyOf));
      return group.every((found) => seen.has(keyOf(found)));
    });
    if (wider) wider.push(...group);
    else causes.push(group);
  }
  causes.sort((one, other) => other.length - one.length);
  const requirementsOf = (found: Found[]): string[] => [...new Set(found.map(({ finding }) => finding.requirement))];
  return causes.map((found) => ({ title: titleOf(found), found, requirements: requirementsOf(found) }));
}

/** Returns a key for the last exchange of a finding and the field that the finding is about. */
function keyOf({ finding: { requirement, expected, exchanges, member = '' } }: Found): string {
  const last = exchanges.at(-1);
  if (last === undefined) return `${requirement} ${expected}`;
  return `${last.startedAt} ${last.request.method} ${last.url} ${last.request.body} ${member}`;
}

function titleOf(found: readonly Found[]): string {
  const [first] = found;
  if (first === undefined) return '';
  const { key, title } = describeSymptom(first.finding);
  if (key !== 'accepted field') return title;
  const fields = new Set(found.flatMap(({ finding }) => finding.member ?? []));
  return `Wrong values are accepted: ${nameSome([...fields], 4, (field) => `\`${field}\``)}`;
}

/** Names the first few things, and says how many more there are. */
export function nameSome<One>(all: readonly One[], most: number, nameOf: (one: One) => string): string {
  const shown = all.slice(0, most).map(nameOf).join(', ');
  return all.length > most ? `${shown} and ${all.length - most} more` : shown;
}

/** Maximum number of requests that a reader can easily follow. */
const fewRequests = 3;

/** A finding that is shown as an example, and the other findings with the same symptom. */
export interface Example {
  example: Found;
  more: Found[];
}

/** Chooses at most `most` findings to show: for each symptom, one with few requests. The last one also stands for the rest. */
export function chooseExamples(found: readonly Found[], most: number): Example[] {
  const groups = groupLargest(found, ({ finding }) => describeSymptom(finding).key).map(([, group]) => shortestFirst(group));
  const [shown, rest] = [groups.slice(0, most), groups.slice(most)];
  shown.at(-1)?.more.push(...rest.flatMap(({ example, more }) => [example, ...more]));
  return shown;
}

/** Chooses the first finding that needs few requests or, if there is none, the one that needs the fewest. */
function shortestFirst(found: Found[]): Example {
  const length = ({ finding }: Found): number => finding.exchanges.length || Number.POSITIVE_INFINITY;
  const fewest = found.reduce((best, one) => (length(best) <= length(one) ? best : one));
  const example = found.find((one) => length(one) <= fewRequests) ?? fewest;
  return { example, more: found.filter((one) => one !== example) };
}

/** The visible effect of a defect. Findings with the same key are grouped together. */
interface Symptom extends Pick<Cause, 'title'> {
  key: string;
}

function describeSymptom(finding: Finding): Symptom {
  return (
    silentSymptom(finding) ??
    acceptedSymptom(finding) ??
    serverErrorSymptom(finding) ??
    refusedSymptom(finding) ??
    codeSymptom(finding) ??
    statusSymptom(finding) ??
    fieldSymptom(finding) ?? { key: `requirement ${finding.requirement}`, title: `\`${finding.requirement}\` does not hold` }
  );
}

const statusOf = (text: string): string | undefined => /^(?:status )?(\d{3})\b/.exec(text)?.[1];

function silentSymptom({ received }: Finding): Symptom | undefined {
  if (!/^(\w+: )?no call\b|^0 (attempts|calls)\b|^0: $/.test(received)) return undefined;
  return { key: 'no call', title: 'No callback comes' };
}

function acceptedSymptom(finding: Finding): Symptom | undefined {
  const { expected, received, member: field, exchanges } = finding;
  const mustRefuse = /^(no success\b|(status )?4\d\d\b|problem \w)/.test(expected);
  if (!mustRefuse || !statusOf(received)?.startsWith('2')) return undefined;
  if (field === 'Authorization') return { key: 'accepted credentials', title: 'Requests without a valid token succeed' };
  const request = exchanges.at(-1)?.request;
  if (request && request.method !== 'POST' && field === undefined)
    return { key: 'accepted method', title: 'Methods other than POST succeed' };
  if (field === 'Content-Type' || field === 'Content-Encoding')
    return { key: 'accepted media type', title: 'Bodies of other media types succeed' };
  if (field === 'Idempotency-Key') return { key: 'accepted key', title: 'Wrong uses of an `Idempotency-Key` succeed' };
  if (field !== undefined) return { key: 'accepted field', title: 'Wrong values of fields are accepted' };
  if (isObject(attempt(() => JSON.parse(request?.body ?? '')))) return undefined;
  return { key: 'accepted body', title: 'Bodies that are not a valid JSON object are accepted' };
}

function serverErrorSymptom({ received, expected }: Finding): Symptom | undefined {
  const status = statusOf(received);
  if (!status?.startsWith('5') || expected.includes(status)) return undefined;
  return { key: `server error ${status}`, title: `The deployment fails with ${status}` };
}

function refusedSymptom({ expected, received }: Finding): Symptom | undefined {
  if (!/^a (success|2xx)\b/.test(expected) || !statusOf(received)?.startsWith('4')) return undefined;
  return { key: 'refused', title: 'Requests that must succeed are refused' };
}

function codeSymptom({ expected, received }: Finding): Symptom | undefined {
  const [, status, code] = /^(?:status )?(\d{3}) ([a-z]+(?:_[a-z]+)*)$/.exec(expected) ?? [];
  const got = statusOf(received);
  if (status === undefined || got === undefined) return undefined;
  const other = /^\d{3} "([a-z]+(?:_[a-z]+)*)"/.exec(received)?.[1];
  if (other === undefined) return { key: 'no code', title: 'Refusals contain no problem `code`' };
  if (other !== code) return { key: `code ${other} for ${code}`, title: `Refused with \`${other}\` instead of \`${code}\`` };
  return { key: `status ${got} for ${status}`, title: `Status ${got} instead of ${status}` };
}

function statusSymptom({ expected, received }: Finding): Symptom | undefined {
  const [wanted, got] = [statusOf(expected), statusOf(received)];
  if (wanted === undefined || got === undefined || wanted === got) return undefined;
  return { key: `status ${got} for ${wanted}`, title: `Status ${got} instead of ${wanted}` };
}

function fieldSymptom({ member: field, expected, received }: Finding): Symptom | undefined {
  const said = received.replace(/^\d{3} with /, '');
  const name = field ?? /^([\w-]+): /.exec(said)?.[1];
  if (name === undefined || !said.startsWith(`${name}: `)) return undefined;
  const value = said.slice(name.length + 2);
  if (value === 'absent') return { key: `absent ${name}`, title: `\`${name}\` is missing` };
  const [wanted, got] = [kindOf(expected.slice(name.length + 2)), kindOf(value)];
  if (wanted !== undefined && got !== undefined && wanted !== got)
    return { key: `kind ${name}`, title: `\`${name}\` is ${article(got)} instead of ${article(wanted)}` };
  return { key: `value ${name}`, title: `\`${name}\` has a wrong value` };
}

/** Returns the JSON type of a value, given its JSON text or a text that begins with the name of the type. */
function kindOf(text: string): string | undefined {
  if (/^"/.test(text)) return 'string';
  if (/^-?\d/.test(text)) return 'number';
  return /^(string|number|integer|boolean|object|null|true|false|\{|\[)/
    .exec(text)?.[0]
    ?.replace(/^(true|false)$/, 'boolean')
    .replace('{', 'object')
    .replace('[', 'array')
    .replace('integer', 'number');
}

const article = (kind: string): string => (kind === 'null' ? 'null' : /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`);
