import type { Case } from '../../../src/case/case.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  findAbout,
  type Operation,
  operationById,
  ownOf,
  type Parameter,
  requirementOf,
} from '../../../src/contract/contract.ts';
import { broken } from '../../../src/outcome/make-finding.ts';
import { isToldApart, type KeyTrial, prepareCalls } from '../../play/key-trial.ts';
import { isCallable } from '../requests/grammar.ts';
import { hangUpTrials } from './hang-ups.ts';
import { bodyTrials } from './key-bodies.ts';
import { keyForms } from './key-forms.ts';
import { ownerTrials } from './key-owners.ts';
import { deriveOldKeys } from './old-keys.ts';

/**
 * Derives cases for an Idempotency-Key at an operation that takes one: a repeated request gets the stored response or is refused,
 * depending on who repeats it and how.
 */
export function deriveKeys(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const parameter = operation.parameters.find(({ name }) => name === 'Idempotency-Key');
  if (!parameter || !isCallable(contract, operation)) return [];
  const isAllowed = compileSchema(parameter.schema);
  const sample = '0f8fad5b-d9cb-469f-a165-70867728950e';
  if (!isAllowed(sample))
    throw new Error('A UUID is no Idempotency-Key of this contract, and every case of keys sends one: give them another.');
  const codes = operation.refusals.flatMap((refusal) => refusal.codes);
  const aDay = parameter.keptSeconds === undefined ? [] : deriveOldKeys(parameter.keptSeconds);
  return [...bodyTrials, ...hangUpTrials, ...ownerTrials, ...keyForms(parameter.schema), ...aDay]
    .filter(({ sends }) => sends === undefined || sends(sample).every((one) => isAllowed(one)))
    .filter(({ fits }) => fits === undefined || fits(operation))
    .filter(({ tellsApart }) => !tellsApart || isToldApart(contract, operation))
    .filter(({ problem }) => problem === undefined || codes.includes(problem))
    .flatMap((trial) => trialCase(contract, operation, parameter, trial));
}

function trialCase(contract: Contract, operation: Operation, parameter: Parameter, trial: KeyTrial): Case[] {
  const { requirement: named, isAbout, features = [], problem, movesClock, alone } = trial;
  const stated = isAbout
    ? findAbout(operation, requirementOf(named))
    : (contract.requirements.get(requirementOf(named)) ?? ownOf(parameter.requirements));
  if (!stated) return [];
  return [
    {
      id: `${operation.slug}/idempotency/${trial.id}`,
      title: `${operation.slug}: ${trial.title}`,
      requirement: isAbout || stated.id === requirementOf(named) ? named.replace(/^[^/]+/, stated.id) : stated.id,
      operations: [...new Set(['create-payment', operation.slug])],
      features: [...new Set([...features, ...(parameter.feature === undefined ? [] : [parameter.feature])])],
      ...(problem !== undefined && { problem }),
      ...(movesClock && { movesClock }),
      ...(alone && { alone }),
      derived: true,
      proves: [`${trial.id} of Idempotency-Key of ${operation.id}`],
      async run({ subject, features: claimed }) {
        const calls = await prepareCalls(subject, operation, claimed);
        const { exchanges, expected, received } = await trial.try(calls, crypto.randomUUID());
        if (received === undefined) return [];
        return broken(contract, stated.id, {
          member: 'Idempotency-Key',
          pointer: parameter.pointer,
          expected,
          received,
          exchanges,
        });
      },
    },
  ];
}
