import { featuresOf } from '../contract/claimed-schema.ts';
import { type Contract, type Requirement, requirementById } from '../contract/contract.ts';
import { noServerError } from '../contract/plain/state-promises.ts';
import { type CaseResult, verdictOf } from '../outcome/verdict.ts';
import { reportRequirements } from '../report/judge-requirements.ts';
import { countVerdicts, type JudgedTraffic, type Report, reportContract } from '../report/report.ts';
import { findPackage } from '../text/find-package.ts';
import type { Tally } from './tally.ts';

/** Facts about recorded traffic that its report contains in addition to the judgements. */
export interface Traffic extends Pick<Report, 'runId' | 'subject' | 'profile' | 'features' | 'strict' | 'reproduce'> {
  startedAt: Date;
  source: JudgedTraffic['source'];
  /** One sentence for each part that could not be read. */
  trouble: string[];
}

/** Text for the report: it says what this verdict does not prove. */
const limits =
  'Only recorded traffic was checked. Nothing was sent to provoke a refusal, a limit or a race, so this does not prove conformance. Run the suite for that.';

/** Builds the report on recorded traffic. It contains a result for each requirement that applies to the deployment. */
export function buildTrafficReport(contract: Contract, tally: Tally, traffic: Traffic): Report {
  const { profile, features, strict, source, trouble, startedAt, ...about } = traffic;
  const isSeen = ({ id }: Requirement): boolean =>
    !contract.plain || id === noServerError || /\.(status|media-type|body|header)$/.test(id);
  const held = [...contract.requirements.values()].filter(
    (one) => isSeen(one) && featuresOf(one).every((name) => features.includes(name)),
  );
  const seen = new Set(tally.requirements);
  const ids = tally.judged === 0 ? [] : [...new Set([...held.map(({ id }) => id), ...seen])];
  const results = ids.map((id) => resultOf(contract, tally, id, strict));
  const counts = countVerdicts(results);
  const share = `${seen.size} of the ${held.length} requirements that apply to the deployment were seen in ${count(tally.judged, 'exchange')}.`;
  return {
    ...{ version: 1, ended: 'complete', ...about, profile, features, strict, seed: 0 },
    verdict: counts.fail > 0 ? 'not conformant' : tally.judged === 0 ? 'nothing proven' : 'partial',
    reasons: [
      ...trouble,
      ...(tally.judged === 0 ? ['The traffic contains no exchange with an operation of the contract.'] : [share, limits]),
    ],
    contract: reportContract(contract),
    runner: { ...findPackage(), node: process.version },
    startedAt: startedAt.toISOString(),
    milliseconds: Date.now() - startedAt.getTime(),
    traffic: { requests: tally.judged, writes: 0, created: [] },
    judged: {
      source,
      exchanges: tally.judged,
      ignored: tally.ignored,
      findings: tally.findings,
      ...(tally.from !== undefined && { from: tally.from }),
      ...(tally.until !== undefined && { until: tally.until }),
    },
    counts,
    requirements: reportRequirements(contract, ids),
    results,
  };
}

function resultOf(contract: Contract, tally: Tally, id: string, strict: boolean): CaseResult {
  const { level, support, feature } = requirementById(contract, id);
  const findings = tally.against(id);
  const times = tally.tried.get(id) ?? 0;
  const about = {
    ...{ id: `traffic/${id}`, requirement: id, level, support, ...(feature !== undefined && { feature }), operations: [] },
    ...{ findings, milliseconds: 0 },
  };
  if (times === 0 && findings.length === 0)
    return { ...about, title: 'Not seen in the traffic', verdict: 'skipped', reason: 'The traffic did not show it.' };
  const title = times > 0 ? `Looked at in ${count(times, 'exchange')}` : 'Seen in the traffic';
  return { ...about, title, verdict: verdictOf(findings, strict) };
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
