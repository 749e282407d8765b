import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type FullChanges, startFullServer } from '../../servers/full/start-full-server.ts';
import { actionOf, headerOf, setHeader } from '../../servers/full/message.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { readContract } from '../../src/contract/load-contract.ts';
import { checkSubject } from '../../src/engine/check-subject.ts';
import { planCases } from '../../src/engine/plan-cases.ts';
import type { CaseResult } from '../../src/outcome/verdict.ts';
import { addCancel } from '../../testing/changes/add-cancel.ts';
import { addReference } from '../../testing/changes/add-reference.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'changed-contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'openapi.yaml');
const text = changedContract(addCancel, addReference);
writeFileSync(path, text);
const contract: Contract = readContract(text);
const everyFeature = [...contract.features.keys()];
const shipped = new Set(planCases(readContract(changedContract())).map(({ id }) => id));
/** Cases that only the changes bring. */
const added = planCases(contract).filter(({ id }) => !shipped.has(id)).map(({ id }) => id);

async function check(changes: FullChanges, cases = added): Promise<CaseResult[]> {
  const running = await startFullServer(changes, { contract: path });
  return checkSubject(running, true, everyFeature, cases, contract).finally(() => running.close());
}

const told = (results: CaseResult[]): string[] =>
  results.flatMap(({ id, verdict, reason, findings }) =>
    verdict === 'pass' ? [] : [`${id} ${verdict}: ${reason ?? findings.map(({ expected, received }) => `${expected} / ${received}`).join('; ')}`],
  );

test('a right implementation of what the contract adds passes every case, the added ones included', async () => {
  expect(told(await check({}, planCases(contract).map(({ id }) => id)))).toEqual([]);
}, 60_000);

const isCancel = (message: Parameters<typeof actionOf>[0]): boolean => actionOf(message) === 'cancellations';
