import type { Case, DeclareCases } from '../../src/case/case.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import { deriveApiKeys, deriveKeysBeside } from './access/api-keys.ts';
import { deriveForeignInvoice } from './access/foreign-invoice.ts';
import { deriveIdLists } from './access/id-lists.ts';
import { derivePlaces } from './access/places.ts';
import { deriveRevokedToken, deriveScopedFields, deriveScopes } from './access/tokens.ts';
import { deriveKeys } from './keys/keys.ts';
import { deriveSilence } from './lifecycle/events.ts';
import { deriveTransitions } from './lifecycle/transitions.ts';
import { deriveVerifierAway } from './lifecycle/verifier-away.ts';
import { deriveMostAtOnce } from './limits/most-at-once.ts';
import { deriveRateLimits } from './limits/rate-limits.ts';
import { deriveMethods } from './refusals/methods.ts';
import { deriveOrder } from './refusals/order.ts';
import { deriveProblems, deriveRefusals } from './refusals/refusals.ts';
import { deriveRefusalRecord, deriveRefusedParts } from './refusals/refused-parts.ts';
import { derivations } from './refusals/violations-of.ts';
import { deriveAccepted } from './requests/accepted.ts';
import { deriveDecimals } from './requests/decimals.ts';
import { deriveKeptChanges } from './requests/kept-changes.ts';
import { deriveNearJson } from './requests/near-json.ts';
import { deriveOddNames } from './requests/odd-names.ts';
import { deriveOtherValues } from './requests/other-values.ts';
import { deriveParameters } from './requests/parameters.ts';
import { deriveRelations } from './requests/relations.ts';
import { deriveRequiredElsewhere } from './requests/required-elsewhere.ts';
import { deriveSettledDefaults } from './requests/settled-defaults.ts';
import { deriveUnique } from './requests/unique.ts';
import { deriveValues } from './requests/values.ts';
import { deriveArraysOfOne, deriveLooseTypes, deriveWrongValues } from './requests/wrong-values.ts';
import { deriveConditional } from './responses/conditional.ts';
import { deriveEchoedHeaders, deriveEchoes } from './responses/echoes.ts';
import { deriveNumbered, deriveShownOnce } from './responses/new-objects.ts';
import { derivePages } from './responses/pages.ts';
import { deriveRefusedHeaders, deriveSuccessHeaders } from './responses/response-headers.ts';
import { derivePath, deriveResponses, deriveVersion } from './responses/responses.ts';
import { deriveRounded } from './responses/rounded.ts';
import { deriveShownOf } from './responses/shown-of.ts';
import { deriveWriteOnly } from './responses/write-only.ts';

/** A file below this folder, and a function in it that derives cases for an operation or a state. */
type Family<Of = Operation> = [file: string, derive: (contract: Contract, of: Of) => Case[]];

const kinds = Object.keys(derivations) as (keyof typeof derivations)[];

/** Families of cases that every operation has. */
const families: Family[] = [
  ['responses/responses', deriveResponses],
  ['responses/responses', deriveVersion],
  ['refusals/refusals', (contract, operation) => kinds.flatMap((kind) => deriveRefusals(contract, operation, kind))],
  ['refusals/refusals', deriveProblems],
  ['refusals/methods', deriveMethods],
  ['refusals/order', deriveOrder],
  ['responses/response-headers', deriveSuccessHeaders],
  // The create operation has these cases in answers/refusal.
  ['responses/response-headers', (contract, one) => (one.creates ? [] : deriveRefusedHeaders(contract, one))],
  ['requests/wrong-values', deriveWrongValues],
  ['requests/accepted', deriveAccepted],
  ['access/tokens', deriveRevokedToken],
  ['responses/responses', derivePath],
  ['access/tokens', deriveScopes],
  ['access/tokens', deriveScopedFields],
  ['access/api-keys', deriveApiKeys],
  ['access/api-keys', deriveKeysBeside],
  ['access/foreign-invoice', deriveForeignInvoice],
  ['access/places', derivePlaces],
  ['access/id-lists', deriveIdLists],
  ['limits/rate-limits', deriveRateLimits],
  ['limits/most-at-once', deriveMostAtOnce],
  ['responses/conditional', deriveConditional],
  ['responses/echoes', deriveEchoes],
  ['responses/echoes', deriveEchoedHeaders],
  ['responses/rounded', deriveRounded],
  ['responses/shown-of', deriveShownOf],
  ['responses/new-objects', deriveShownOnce],
  ['responses/new-objects', deriveNumbered],
  ['responses/pages', derivePages],
  ['responses/write-only', deriveWriteOnly],
  ['requests/values', deriveValues],
  ['requests/relations', deriveRelations],
  ['requests/settled-defaults', deriveSettledDefaults],
  ['requests/unique', deriveUnique],
  ['requests/kept-changes', deriveKeptChanges],
  ['requests/decimals', deriveDecimals],
  ['requests/parameters', deriveParameters],
  ['keys/keys', deriveKeys],
  ['refusals/refused-parts', deriveRefusedParts],
];

const ofSource = ['createPayment', 'submitReceipt', 'fetchPayment'];

/** Families for the listed operations only. They need a baseline request or a requirement that other operations lack. */
const known: [...Family, operations: string[]][] = [
  ['requests/near-json', deriveNearJson, ofSource],
  ['requests/odd-names', deriveOddNames, ofSource],
  ['requests/required-elsewhere', deriveRequiredElsewhere, ofSource],
  ['requests/other-values', deriveOtherValues, ['createPayment', 'fetchPayment']],
  ['requests/wrong-values', deriveArraysOfOne, ['createPayment', 'fetchPayment']],
  ['requests/wrong-values', deriveLooseTypes, ['createPayment']],
];

const stateFamilies: Family<string>[] = [
  ['lifecycle/transitions', deriveTransitions],
  ['lifecycle/events', deriveSilence],
  ['lifecycle/verifier-away', deriveVerifierAway],
];

export function derivedFamilies({ operations, lifecycle }: Contract): [file: string, declare: DeclareCases][] {
  const make = <Of>(of: Of, [file, derive]: Family<Of>): [string, DeclareCases] => [
    `derive/${file}`,
    (contract) => derive(contract, of).map((one) => ({ ...one, derived: true })),
  ];
  return [
    ...operations.flatMap((operation) => families.map((family) => make(operation, family))),
    ['derive/refusals/refused-parts', deriveRefusalRecord],
    ...known.flatMap(([file, derive, ids]) =>
      operations.flatMap((one) => (ids.includes(one.id) ? [make(one, [file, derive])] : [])),
    ),
    ...lifecycle.states.flatMap((state) => stateFamilies.map((family) => make(state, family))),
  ];
}
