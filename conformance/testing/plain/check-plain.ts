import { loadContract } from '../../payments/load-contract.ts';
import type { Adapter } from '../../src/adapter/adapter.ts';
import type { PlannedCase } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { planCases } from '../../src/engine/plan-cases.ts';
import { runSuite } from '../../src/engine/run-suite.ts';
import type { CaseResult } from '../../src/outcome/verdict.ts';
import { findPlainBaseline } from '../../src/subject/find-baseline.ts';
import type { Served } from './serve-json.ts';

/** An OpenAPI document without the suite's extensions, and its cases. They are planned once for many servers. */
export interface PlannedDocument {
  contract: Contract;
  planned: PlannedCase[];
}

export function planDocument(file: string): PlannedDocument {
  const contract = loadContract(file);
  return { contract, planned: planCases(contract) };
}

/** Runs every case of a planned document against a server. */
export async function checkPlain(
  { contract, planned }: PlannedDocument,
  { baseUrl }: Served,
  token: string,
  otherToken?: string,
  adapter: Adapter = {},
): Promise<CaseResult[]> {
  const asked = {
    ...{ baseUrl, token, timeout: 10_000, maxWait: 1000, given: {}, seed: 1 },
    ...(otherToken !== undefined && { otherToken }),
  };
  const { settings, baseline } = await findPlainBaseline(contract, asked);
  return runSuite(
    { contract, planned, settings: { ...settings, settle: 300 }, adapter, features: [], strict: false, baseline },
    () => undefined,
  );
}
