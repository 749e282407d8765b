import type { Case, DeclareCases } from '../../src/case/case.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { deriveParameters } from '../derive/requests/parameters.ts';
import { deriveValues } from '../derive/requests/values.ts';
import { deriveAccess } from './access.ts';
import { deriveDefaults } from './defaults.ts';
import { deriveDocumented, deriveExamples, deriveOtherMethods } from './documented.ts';
import { deriveFacts } from './facts.ts';
import { deriveGiven } from './given.ts';
import { deriveIdempotency } from './idempotency.ts';
import { deriveLists } from './lists.ts';
import { deriveMerges } from './merge.ts';
import { deriveOtherTypes } from './other-types.ts';
import { derivePreconditions } from './preconditions.ts';
import { deriveReadAgain } from './read-again.ts';
import { deriveUnknown } from './read-unknown.ts';
import { deriveRules } from './rules.ts';
import { deriveStated } from './stated.ts';
import { deriveWriteOnly } from './write-only.ts';

const refusals = ['authentication', 'body', 'media-type', 'parameter'] as const;

/** Families of cases for the operations of a plain document, each with its file below `cases`. */
const families: readonly [file: string, derive: (contract: Contract, operation: Operation) => Case[]][] = [
  ['plain/documented', deriveDocumented],
  ['plain/documented', deriveExamples],
  ['derive/refusals/refusals', (contract, operation) => refusals.flatMap((kind) => deriveRefusals(contract, operation, kind))],
  ['derive/requests/values', deriveValues],
  ['derive/requests/parameters', deriveParameters],
  ['plain/given', deriveGiven],
  ['plain/rules', deriveRules],
  ['plain/other-types', deriveOtherTypes],
  ['plain/defaults', deriveDefaults],
  ['plain/read-again', deriveReadAgain],
  ['plain/read-unknown', deriveUnknown],
  ['plain/idempotency', deriveIdempotency],
  ['plain/preconditions', derivePreconditions],
  ['plain/access', deriveAccess],
  ['plain/documented', deriveOtherMethods],
  ['plain/write-only', deriveWriteOnly],
  ['plain/lists', deriveLists],
  ['plain/merge', deriveMerges],
  ['plain/facts', deriveFacts],
  ['plain/stated', deriveStated],
];

/** Returns the families of each operation of a plain document. An operation that cannot be called has one case that says why. */
export function plainFamilies({ operations, plain }: Contract): [file: string, declare: DeclareCases][] {
  const leave = (operation: Operation, make: () => Case[]): Case[] => {
    try {
      return make();
    } catch (error) {
      plain?.untried.push({ pointer: operation.pointer, reason: (error as Error).message.replace(/\.$/, '') });
      return [];
    }
  };
  return operations.flatMap((operation) =>
    operation.plain?.untried === undefined
      ? families.map(([file, derive]): [string, DeclareCases] => [
          file,
          (contract) => leave(operation, () => derive(contract, operation).map((one) => ({ ...one, derived: true }))),
        ])
      : [['plain/documented', () => [untriedCase(operation, operation.plain?.untried ?? '')]]],
  );
}

function untriedCase({ slug, method, path }: Operation, reason: string): Case {
  return {
    id: `${slug}/not-tried`,
    title: `${method} ${path} is not tried`,
    requirement: `${slug}.request`,
    operations: [slug],
    derived: true,
    async run() {
      throw new CaseSkipped(`Not tried, because ${reason}.`);
    },
  };
}
