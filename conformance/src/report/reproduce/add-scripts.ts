import { groupBy } from '../../group-by.ts';
import { type Exchange, responseObject } from '../../http/exchange.ts';
import type { Finding } from '../../outcome/finding.ts';
import type { Recorded } from '../../wire/recorder.ts';
import type { Report } from '../report.ts';
import { isAtOnce, renderScript, type ScriptSources } from './render-script.ts';

/** Adds shell commands that replay the whole sequence to each finding that needs more than one request. */
export function addScripts(report: Report, recorded: readonly Recorded[], payCommand?: string): Report {
  const payments: ScriptSources['payments'] = new Map(
    recorded.flatMap(({ receipt, payment }) => (receipt && payment ? [[receipt, payment] as const] : [])),
  );
  const byScope = groupBy(recorded, ({ scope }) => scope);
  const creates = recorded.flatMap(({ exchange }) => (exchange?.request.path.endsWith('/create') ? [exchange] : []));
  const sources: ScriptSources = { payments, ...(payCommand !== undefined && { payCommand }) };
  const results = report.results.map((result) => {
    const own = byScope.get(result.id) ?? [];
    // Only the adapter can move the deployment's clock, so a shell script could not replay this.
    if (result.findings.length === 0 || own.some(({ advanced }) => advanced !== undefined)) return result;
    const exchanges = own.flatMap(({ exchange }) => exchange ?? []);
    return { ...result, findings: result.findings.map((finding) => withScript(finding, exchanges, creates, sources)) };
  });
  return { ...report, results };
}

function withScript(finding: Finding, own: readonly Exchange[], creates: readonly Exchange[], sources: ScriptSources): Finding {
  const script = finding.script ?? renderScript(sequenceOf(finding, own, creates), sources);
  if (script !== undefined) return { ...finding, script };
  const { exchanges } = finding;
  return exchanges.some((_, at) => isAtOnce(exchanges, at)) ? { ...finding, script: notAlone } : finding;
}

/** The script of a finding whose simultaneous requests no short script can send. */
const notAlone =
  '# Its requests were under way at once, and are too many or too long for a script: --replay with the report.json of this run sends them so again.';

/** Returns all requests about the invoice of a finding up to its last exchange, in order. */
function sequenceOf({ exchanges }: Finding, own: readonly Exchange[], creates: readonly Exchange[]): Exchange[] {
  const last = exchanges.at(-1);
  if (last === undefined) return [];
  const listens = /"callbackUrl"\s*:\s*"http/.test(last.request.body ?? '');
  const made = listens && last.answer ? responseObject(last.answer)?.id : undefined;
  const id = /"invoiceId"\s*:\s*"([^"\\]+)"/.exec(last.request.body ?? '')?.[1] ?? (typeof made === 'string' ? made : undefined);
  if (id === undefined) return [...exchanges];
  const isAbout = ({ request, answer: response }: Exchange): boolean =>
    request.body?.includes(id) === true || response?.text.includes(`"${id}"`) === true;
  const created = creates.find(({ answer: response }) => response?.text.includes(`"${id}"`));
  // A callback comes only after the last request about its invoice.
  const until = listens ? Number.POSITIVE_INFINITY : Date.parse(last.startedAt);
  // A case polls until a change shows. Equal requests that the finding does not name are replayed only once.
  const known = new Set(exchanges.map(wordsOf));
  const others = own.filter((one) => isAbout(one) && !known.has(wordsOf(one)) && known.add(wordsOf(one)));
  const all = new Set([...(created ? [created] : []), ...exchanges, ...others]);
  return [...all]
    .filter(({ startedAt }) => Date.parse(startedAt) <= until)
    .sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
}

const wordsOf = ({ request }: Exchange): string => `${request.method} ${request.path} ${request.body}`;
