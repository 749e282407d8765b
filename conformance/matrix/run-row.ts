import type { Fault } from '../faults/fault.ts';
import { loadContract } from '../payments/load-contract.ts';
import { requirementById } from '../src/contract/contract.ts';
import type { CaseResult } from '../src/outcome/verdict.ts';
import { Recorder } from '../src/wire/recorder.ts';
import { checkSubject } from '../testing/check-subject.ts';
import type { Variant } from '../variants/variant.ts';
import type { Hit, Row } from './matrix.ts';

/**
 * Runs cases against one server: once if it is a fault, and twice, with and without a way to pay, if it is a variant.
 * @param cases ids of the cases. Default: all. If ids are given, only the cases that ask for a way to pay run twice.
 */
export async function runRow(server: Fault | Variant, cases?: string[]): Promise<Row> {
  const fault = 'breaks' in server;
  const row: Row = {
    id: server.id,
    kind: fault ? 'fault' : 'variant',
    title: server.title,
    ...(fault
      ? {
          breaks: server.breaks,
          ...(server.clause !== undefined && { clause: server.clause }),
          ...(server.field && { field: server.field }),
        }
      : { why: server.why }),
    features: featuresOf(server),
    hits: [],
    passed: 0,
    untold: [],
    errors: [],
  };
  const recorder = new Recorder();
  for (const pay of fault ? [true] : [true, false]) {
    const met = pay ? cases : cases?.filter((id) => recorder.needsOf(id).includes('pay'));
    const running = await server.start();
    try {
      const wait = server.callbackWait === undefined ? {} : { callbackWait: server.callbackWait * 1000 };
      const results = await checkSubject({ ...running, ...wait }, pay, row.features, met, undefined, pay ? recorder : undefined);
      addResults(row, results, pay, fault ? {} : server);
    } catch (error) {
      row.errors.push(String(error));
    } finally {
      await running.close();
    }
  }
  return row;
}

function addResults(row: Row, results: CaseResult[], pay: boolean, { leaves = [], untried = [] }: Partial<Variant>): void {
  for (const { id, verdict, reason, findings, requirement: own, tries = [own] } of results) {
    const isLeft = verdict === 'warn' && findings.every(({ requirement }) => leaves.includes(requirement));
    if (findings.length > 0 && !isLeft) row.hits.push(hitOf(id, findings, tries));
    if (verdict === 'pass') row.passed++;
    if (verdict === 'error') row.errors.push(`${id}: ${reason}`);
    if (untried.includes(id)) continue;
    // If there is no way to pay, a skipped case is expected.
    if (verdict === 'inconclusive' || (verdict === 'skipped' && pay)) row.untold.push(`${id} is ${verdict}: ${reason}`);
  }
}

function hitOf(id: string, findings: CaseResult['findings'], tries: string[]): Hit {
  return {
    case: id,
    requirements: [...new Set(findings.map(({ requirement }) => requirement))],
    members: [...new Set(findings.flatMap(({ member }) => member ?? []))],
    tries,
  };
}

const contract = loadContract();

/** Lists the features that a server claims. Default: for a fault, the feature of its requirement; for a variant, none. */
export function featuresOf(server: Fault | Variant): string[] {
  if (server.features) return [...server.features];
  const feature = 'breaks' in server ? requirementById(contract, server.breaks).feature : undefined;
  return feature === undefined ? [] : [feature];
}
