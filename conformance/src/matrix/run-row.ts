import type { Fault } from '../../faults/fault.ts';
import type { Variant } from '../../variants/variant.ts';
import { checkSubject } from '../engine/check-subject.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { featuresOf } from './features-of.ts';
import type { Hit, Row } from './matrix.ts';

/**
 * Runs cases against one server: a fault once, a variant also without being told how to pay.
 * @param cases their ids; all, unless given
 */
export async function runRow(server: Fault | Variant, cases?: string[]): Promise<Row> {
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
      note(row, await checkSubject(running, pay, row.features, cases), pay, 'untried' in server ? server.untried : []);
    } catch (error) {
      row.errors.push(String(error));
    } finally {
      await running.close();
    }
  }
  return row;
}

function note(row: Row, results: CaseResult[], pay: boolean, untried: readonly string[] = []): void {
  for (const { id, verdict, reason, findings } of results) {
    if (findings.length > 0) row.hits.push(hitOf(id, findings));
    if (verdict === 'pass') row.passed++;
    if (verdict === 'error') row.errors.push(`${id}: ${reason}`);
    // Without a way to pay, and without a feature, a case may say that it could not be tried.
    if (untried.includes(id)) continue;
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
