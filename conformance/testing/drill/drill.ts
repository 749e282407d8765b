import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../servers/full/problem.ts';
import { type FullChanges, startFullServer } from '../../servers/full/start-full-server.ts';
import { loadContract, readContract } from '../../src/contract/load-contract.ts';
import { describeOwed } from '../../src/engine/check-plan.ts';
import { checkSubject } from '../../src/engine/check-subject.ts';
import { planAll, planCases, selectCases } from '../../src/engine/plan-cases.ts';
import { type ChangeContract, changedContract } from '../changes/change-contract.ts';

/** A server that breaks a change of the contract. */
export interface WrongServer {
  /** The words after "a server that". */
  does: string;
  /** The requirement that a case must report as broken. */
  breaks: string;
  /** Steps that replace the right ones. */
  server: FullChanges;
}

/** A change of the contract, with a server that follows it and servers that do not. */
export interface DrilledChange {
  name: string;
  change: ChangeContract;
  right: FullChanges;
  wrong: WrongServer[];
  /** Pattern for the ids of the new cases to run; all by default. */
  cases?: RegExp;
  /** Pattern for the ids of existing cases that the change affects. */
  again?: RegExp;
  /** Pattern for the ids of the cases to run against a wrong server; all of the above by default. */
  finds?: RegExp;
}

/** The suite, ready to check servers of a changed contract. */
export interface Drilled {
  /** Debts of the plan: cases that are demanded but cannot be derived. */
  owed: string[];
  cases: number;
  /**
   * Runs the cases that the change adds, or those about one requirement. Returns those that did not pass: `requirement by case:
   * expected / received`.
   */
  check(server: FullChanges, some?: RegExp, about?: string): Promise<string[]>;
}

const shipped = new Set(planCases(loadContract()).map(({ id }) => id));

/** Applies a change to the contract, and prepares to check servers of it with the cases that the change adds. */
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
      // A case that judges the record needs the exchanges of all others.
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

/** Refuses a field, as a handler does. */
export function refuseField(field: string): never {
  throw new Problem('validation_failed', {}, [{ pointer: `/${field}`, code: 'pattern', detail: `${field} is wrong.` }]);
}
