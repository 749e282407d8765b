import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract, readContract } from '../../payments/load-contract.ts';
import { Problem } from '../../servers/full/problem.ts';
import { type FullChanges, startFullServer } from '../../servers/full/start-full-server.ts';
import { describeOwed } from '../../src/engine/check-plan.ts';
import { planAll, planCases, selectCases } from '../../src/engine/plan-cases.ts';
import { type ChangeContract, changedContract } from '../changes/change-contract.ts';
import { checkSubject } from '../check-subject.ts';

/** A change of the contract, with a server that follows the changed contract and servers that do not. */
export interface DrilledChange {
  name: string;
  change: ChangeContract;
  right: FullChanges;
  /** The wrong servers, keyed by the requirement that a case must report as violated, then by the mistake ("a server that …"). */
  wrong: Record<string, Record<string, FullChanges>>;
  /** Pattern for the ids of the new cases to run. Default: all of them. */
  cases?: RegExp;
  /** Pattern for the ids of existing cases that the change affects. */
  again?: RegExp;
  /** Pattern for the ids of the cases to run against a wrong server. Default: all that the two patterns above select. */
  finds?: RegExp;
}

/** The suite's plan for a changed contract, ready to check servers. */
export interface Drilled {
  /** Cases that the plan requires but that cannot be derived from the contract. */
  owed: string[];
  cases: number;
  /** Runs the added cases, limited by `some` (a pattern of ids) and `about` (a requirement). Describes each failure. */
  check(server: FullChanges, some?: RegExp, about?: string): Promise<string[]>;
}

/** Lists the wrong servers of a change. */
export const wrongServers = ({ wrong }: DrilledChange): { breaks: string; does: string; server: FullChanges }[] =>
  Object.entries(wrong).flatMap(([breaks, servers]) =>
    Object.entries(servers).map(([does, server]) => ({ breaks, does, server })),
  );

const shipped = new Set(planCases(loadContract()).map(({ id }) => id));

/** Applies a change to the contract, and plans the cases that the change adds. */
export function prepareDrill({ name, change, cases = /^/, again }: DrilledChange): Drilled {
  const text = changedContract(change);
  const contract = readContract(text);
  const plan = planAll(contract);
  const isNew = (id: string): boolean =>
    !shipped.has(id) || id.startsWith('record/') || id.startsWith('create-payment/idempotency/');
  const added = plan.planned.filter(({ id }) => (isNew(id) && cases.test(id)) || again?.test(id));
  return {
    owed: describeOwed(contract, plan),
    cases: added.length,
    async check(server, some = /^/, about) {
      const path = join(tmpdir(), `drill-${process.pid}-${name.replaceAll(/\W+/g, '-')}.yaml`);
      writeFileSync(path, text);
      const running = await startFullServer(server, { contract: path });
      const near = selectCases(contract, added, about === undefined ? {} : { requirement: [about] });
      // Cases that judge the record need the exchanges of all other cases, so all added cases run.
      const chosen = near.some(({ id }) => id.startsWith('record/')) ? added : near;
      const ids = chosen.flatMap(({ id }) => (some.test(id) ? [id] : []));
      const results = await checkSubject(running, true, [...contract.features.keys()], ids, contract).finally(async () => {
        await running.close();
        rmSync(path, { force: true });
      });
      return results.flatMap(({ id, verdict, reason, findings }) => {
        if (verdict === 'pass') return [];
        if (findings.length === 0) return [`${id} ${verdict}: ${reason}`];
        return findings.map(({ requirement, expected, received }) => `${requirement} by ${id}: ${expected} / ${received}`);
      });
    },
  };
}

/** Throws the problem with which a handler refuses a wrong value of a field. */
export function refuseField(field: string): never {
  throw new Problem('validation_failed', {}, [{ pointer: `/${field}`, code: 'pattern', detail: `${field} is wrong.` }]);
}
