import type { Fault } from '../faults/fault.ts';
import { checkSubject } from '../src/engine/check-subject.ts';
import type { CaseResult } from '../src/outcome/verdict.ts';
import type { Variant } from '../variants/variant.ts';
import { featuresOf } from './features-of.ts';
import type { Hit, Row } from './matrix.ts';

/**
 * Runs cases against one server: once against a fault, twice against a variant, with a way to pay and without.
 * @param cases their ids; all, unless given
 * @param withoutPay ids of those that are run without a way to pay; the same, unless given
 */
export async function runRow(server: Fault | Variant, cases?: string[], withoutPay = cases): Promise<Row> {
  const fault = 'breaks' in server;
  const row: Row = {
    id: server.id,
    kind: fault ? 'fault' : 'variant',
    title: server.title,
    ...(fault ? { breaks: server.breaks, ...(server.field && { field: server.field }) } : { why: server.why }),
    features: featuresOf(server),
    hits: [],
    passed: 0,
    untold: [],
    errors: [],
  };
  for (const pay of fault ? [true] : [true, false]) {
    const running = await server.start();
    try {
      const wait = server.callbackWait === undefined ? {} : { callbackWait: server.callbackWait * 1000 };
      const results = await checkSubject({ ...running, ...wait }, pay, row.features, pay ? cases : withoutPay);
      addResults(row, results, pay, 'untried' in server ? server.untried : []);
    } catch (error) {
      row.errors.push(String(error));
    } finally {
      await running.close();
    }
  }
  return row;
}

function addResults(row: Row, results: CaseResult[], pay: boolean, untried: readonly string[] = []): void {
  for (const { id, verdict, reason, findings } of results) {
    if (findings.length > 0) row.hits.push(hitOf(id, findings));
    if (verdict === 'pass') row.passed++;
    if (verdict === 'error') row.errors.push(`${id}: ${reason}`);
    if (untried.includes(id)) continue;
    // Without a way to pay, a case may be skipped.
    if (verdict === 'inconclusive' || (verdict === 'skipped' && pay)) row.untold.push(`${id} is ${verdict}: ${reason}`);
  }
}

function hitOf(id: string, findings: CaseResult['findings']): Hit {
  return {
    case: id,
    requirements: [...new Set(findings.map(({ requirement }) => requirement))],
    members: [...new Set(findings.flatMap(({ member }) => member ?? []))],
  };
}
