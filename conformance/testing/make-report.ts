import { loadContract } from '../payments/load-contract.ts';
import type { Exchange } from '../src/http/exchange.ts';
import type { Finding } from '../src/outcome/finding.ts';
import type { CaseResult } from '../src/outcome/verdict.ts';
import { countVerdicts, type Report } from '../src/report/report.ts';
import { bearerToken } from '../src/text/marks.ts';

const contract = loadContract();

/** Makes an exchange with the API. Default: a successful create. */
export function makeExchange(about: Partial<Exchange> & { body?: string; at?: number } = {}): Exchange {
  const { body = '{"cashTag":"$coffeeshop","amount":12.34}', at = 0, ...rest } = about;
  const headers: [string, string][] = [
    ['Authorization', bearerToken],
    ['Content-Type', 'application/json'],
  ];
  return {
    url: 'http://127.0.0.1:8080/api/v1/payments/create',
    request: { method: 'POST', path: '/api/v1/payments/create', headers, body },
    answer: { status: 200, headers: [['content-type', 'application/json']], text: '{"id":"inv_1"}' },
    startedAt: new Date(Date.UTC(2026, 10, 22) + at).toISOString(),
    milliseconds: 5,
    ...rest,
  };
}

/** Makes a finding that a requirement of the contract is violated. */
export function makeFinding(requirement: string, about: Partial<Finding> = {}): Finding {
  const { level = 'MUST', pointer = '' } = contract.requirements.get(requirement) ?? {};
  return { requirement, level, pointer, expected: 'note: string', received: 'note: 7', exchanges: [makeExchange()], ...about };
}

export function makeResult(id: string, about: Partial<CaseResult> = {}): CaseResult {
  const file = `cases/${id.split('/').slice(0, 2).join('/')}.ts`;
  const { findings = [] } = about;
  return {
    ...{ id, file, title: `The title of ${id}`, requirement: 'invoice-note', level: 'MUST', support: 'core' },
    ...{ operations: ['create-payment'], verdict: findings.length > 0 ? 'fail' : 'pass', findings, milliseconds: 1 },
    ...about,
  };
}

export function makeReport(results: CaseResult[], about: Partial<Report> = {}): Report {
  const ids = results.flatMap(({ requirement, covers = [], findings }) => [
    requirement,
    ...covers,
    ...findings.map((finding) => finding.requirement),
  ]);
  const requirements = Object.fromEntries(
    [...new Set(ids)].flatMap((id) => {
      const found = contract.requirements.get(id);
      if (!found) return [];
      const { level, support, feature, text, source, pointer } = found;
      return [[id, { level, support, text, source, pointer, ...(feature !== undefined && { feature }) }] as const];
    }),
  );
  const counts = countVerdicts(results);
  return {
    ...{
      version: 1,
      verdict: counts.fail > 0 ? 'not conformant' : 'conformant',
      reasons: [],
      ended: 'complete',
      runId: 'abcdef01',
    },
    ...{ subject: 'http://127.0.0.1:8080', contract: { version: contract.version, sha256: contract.sha256 } },
    runner: { name: '@payment-invoice/conformance', version: '0.1.0', node: 'v24.0.0' },
    ...{ profile: 'core', features: [], strict: false, seed: 1, startedAt: '2026-11-22T10:00:00.000Z', milliseconds: 1000 },
    reproduce: 'npm run conformance -- --base-url http://127.0.0.1:8080',
    traffic: { requests: 1, writes: 1, created: ['inv_1'] },
    ...{ counts, requirements, results },
    ...about,
  };
}

/** Makes the report of a deployment that violates each requirement of the contract six times. */
export function makeBadReport(): Report {
  const ids = [...contract.requirements.keys()];
  const results = ids.flatMap((requirement, at) =>
    Array.from({ length: 6 }, (_, index) =>
      makeResult(`create-payment/answer/${requirement}-${index}`, {
        requirement,
        findings: [
          makeFinding(requirement, {
            member: `field${at % 40}`,
            expected: `field${at % 40}: string`,
            received: `field${at % 40}: ${'9'.repeat(at % 7 === 0 ? 3000 : 2)}`,
            exchanges: [makeExchange({ at: at * 10 + index, body: 'x'.repeat(at % 5 === 0 ? 32_768 : 40) })],
          }),
        ],
      }),
    ),
  );
  return makeReport(results, { profile: 'full', features: [...contract.features.keys()] });
}
