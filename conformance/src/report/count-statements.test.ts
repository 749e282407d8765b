import { describe, expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import type { PlannedCase } from '../case/case.ts';
import { listStatements } from '../engine/list-statements.ts';
import { planCases } from '../engine/plan-cases.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { countStatements, describeTried, describeUntried } from './count-statements.ts';

const contract = loadContract();
const planned = planCases(contract);
const statements = listStatements(contract, planned);
const every = [...contract.features.keys()];

type Told = Pick<CaseResult, 'verdict'> & Partial<CaseResult>;
const count = (tell: (one: PlannedCase) => Told, features = every) =>
  countStatements(
    contract,
    statements,
    planned,
    planned.map((one) => ({ ...one, findings: [], milliseconds: 0, ...tell(one) })),
    features,
  );

describe('statements are tried', () => {
  test('where a case that is for them passed or failed', () => {
    expect(describeTried(count(() => ({ verdict: 'pass' })))).toBe(`all ${statements.length} statements tried`);
    expect(count(() => ({ verdict: 'fail' })).untried).toEqual([]);
    expect([0, 1].map((tried) => describeTried({ total: 1, tried, untried: [] }))).toEqual([
      'its only statement was not tried',
      'its one statement tried',
    ]);
  });

  test('and not where each was skipped, inconclusive or broke', () => {
    for (const verdict of ['skipped', 'inconclusive', 'error'] as const) expect(count(() => ({ verdict })).tried).toBe(0);
  });

  test('by no case that merely covers their requirement', () => {
    const { untried } = count((one) => ({ verdict: one.requirement === 'bad-input-is-no-server-error' ? 'skipped' : 'pass' }));
    expect(untried.map(({ id }) => id)).toEqual(['bad-input-is-no-server-error']);
  });

  test('and only those of core and of claimed features count', () => {
    const { total } = count(() => ({ verdict: 'pass' }), []);
    expect(total).toBe(statements.filter(({ requirement }) => contract.requirements.get(requirement)?.support === 'core').length);
  });
});

test('statements that were not tried are listed with what their cases need', () => {
  const ofScopes = statements.filter(({ requirement }) => contract.requirements.get(requirement)?.feature === 'scopes');
  const scopes = ofScopes.length;
  const ids = new Set(ofScopes.map(({ id }) => id));
  const without = count(({ tries }) =>
    tries.some((statement) => ids.has(statement))
      ? { verdict: 'skipped', reason: 'A further token is needed.', lacks: 'mintToken' }
      : { verdict: 'pass' },
  );
  expect(describeTried(without)).toBe(`${statements.length - scopes} of ${statements.length} statements tried`);
  expect(describeUntried(without)).toBe(`${scopes} not: ${scopes} because mintToken is missing in --adapter.`);
});
