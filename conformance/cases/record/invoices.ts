import { checkPaymentUrls } from '../../payments/check-payment-urls.ts';
import { checkLifetimes, checkTimes } from '../../payments/check-times.ts';
import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Contract, requirementById } from '../../src/contract/contract.ts';
import { relationsOf } from '../../src/contract/relations.ts';
import { checkEveryEcho } from '../../src/record/check-echoes.ts';
import { checkForms, checkNamesOnce } from '../../src/record/check-forms.ts';
import { checkFound } from '../../src/record/check-found.ts';
import { checkPast } from '../../src/record/check-past.ts';
import { checkRelations, responseRules } from '../../src/record/check-relations.ts';
import { checkProgress } from '../../src/record/check-states.ts';
import { checkLasting } from '../../src/record/lasting-fields.ts';
import { judgeRecord } from '../play/judge-record.ts';

type Judge = Parameters<typeof judgeRecord>[0]['judge'];

/** Makes a case that judges the record by rules from the contract. */
export const derived = (id: string, requirement: string, title: string, judge: Judge): Case =>
  judgeRecord({ id: `record/${id}`, title, requirement, judge, derived: true });

/** Cases about all invoices of the run: the fields of each, and their relation to the requests. */
export const invoicesCases: DeclareCases = (contract) => [
  derived('echoes', 'create-answers-invoice', 'Each invoice of the run shows what its create sent', (_, { shown }) =>
    checkEveryEcho(contract, shown),
  ),
  derived(
    'forms',
    'create-answers-invoice',
    'Every invoice in every response of the run follows its schema',
    ({ features }, { shown }) => checkForms(contract, features, shown),
  ),
  derived(
    'found',
    'fetch-answers-invoice',
    'The account that created an invoice finds it at every fetch of the run',
    (_, { exchanges, shown }) => checkFound(contract, exchanges, shown),
  ),
  derived(
    'lasting',
    'fetch-reads-what-was-created',
    'The fields of an invoice that never change are the same in every response that shows it',
    ({ features }, { shown }) => checkLasting(contract, features, shown),
  ),
  judgeRecord({
    id: 'record/lifetimes',
    title: 'All invoices of the run have the same lifetime, whatever their creates sent',
    requirement: 'invoice-lifetime/alike',
    judge: (_, { shown }) => checkLifetimes(contract, shown),
  }),
  derived('names-once', 'create-answers-invoice', 'Each invoice of the run has each field once', (_, { shown }) =>
    checkNamesOnce(contract, shown),
  ),
  judgeRecord({
    id: 'record/payment-urls',
    title: 'The paymentUrl of every invoice of the run ends in /pay/ and its id',
    requirement: 'invoice-payment-url-form',
    judge: (_, { shown }) => checkPaymentUrls(contract, shown),
  }),
  derived(
    'progress',
    'lifecycle-read',
    'No response takes back a status, a sum or a receipt that an earlier one showed',
    ({ subject }, { shown }) => checkProgress(contract, shown, subject.settings.settle ?? 2000),
  ),
  ...relationsCase(contract),
  ...pastCase(contract),
  judgeRecord({
    id: 'record/times',
    title: 'createdAt agrees with the Date of its response, is not in another time zone, and advances with it',
    requirement: 'invoice-created-at',
    judge: (_, { unmoved }) => checkTimes(contract, unmoved),
  }),
];

/** Derives a case for times in the past, if the contract has any: they must not be later than the response that contains them. */
function pastCase(contract: Contract): Case[] {
  const past = contract.operations.flatMap(({ response }) => relationsOf(response)).filter(({ is }) => is === 'past');
  const [requirement, ...covers] = [...new Set(past.map((one) => one.requirement))];
  if (requirement === undefined) return [];
  const title = 'No time of an event is later than the response that shows it';
  return [
    judgeRecord({
      ...{ id: 'record/past', title, requirement, covers, derived: true },
      judge: ({ contract, features }, { exchanges, unmoved }) => checkPast(contract, features, exchanges, unmoved),
    }),
  ];
}

/** Derives a case that checks the relations between fields in all successful responses of the run, if the contract has any. */
function relationsCase(contract: Contract): Case[] {
  const byKeyword = contract.operations.flatMap((operation) =>
    responseRules(contract, operation).map((rule) => ({ ...rule, operation: operation.id })),
  );
  const stated = [
    ...contract.operations.flatMap(({ response }) => relationsOf(response).map(({ requirement }) => requirement)),
    ...byKeyword.map(({ requirement }) => requirement.id),
  ];
  const isExtended = (id: string): number => Number(requirementById(contract, id).support !== 'core');
  // The case belongs to one requirement, a core one if possible, but also reports violations of the others if they are claimed.
  const [requirement, ...covers] = [...new Set(stated)].sort((one, other) => isExtended(one) - isExtended(other));
  if (requirement === undefined) return [];
  return [
    judgeRecord({
      id: 'record/relations',
      title: "The fields of every response of the run follow the contract's relations between them",
      requirement,
      covers,
      derived: true,
      proves: byKeyword.flatMap(({ keywords, operation }) => keywords.map((one) => `${one} of the response of ${operation}`)),
      judge: ({ contract, features }, { exchanges }) => checkRelations(contract, features, exchanges),
    }),
  ];
}
