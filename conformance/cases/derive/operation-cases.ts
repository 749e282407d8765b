import type { Case, DeclareCases } from '../../src/case/case.ts';
import { type Contract, operationById } from '../../src/contract/contract.ts';
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
import { derivePages } from './responses/pages.ts';
import { deriveRefusedHeaders, deriveSuccessHeaders } from './responses/response-headers.ts';
import { derivePath, deriveResponses, deriveVersion } from './responses/responses.ts';
import { deriveRounded } from './responses/rounded.ts';
import { deriveShownOf } from './responses/shown-of.ts';
import { deriveShownOnce } from './responses/shown-once.ts';
import { deriveWriteOnly } from './responses/write-only.ts';

/** A file below this folder, and a function in it that derives cases for an operation or a state. */
type Family = [file: string, derive: (contract: Contract, id: string) => Case[]];

const kinds = Object.keys(derivations) as (keyof typeof derivations)[];

/** Families of cases that every operation has. */
const families: Family[] = [
  ['responses/responses', deriveResponses],
  ['responses/responses', deriveVersion],
  ['refusals/refusals', (contract, id) => kinds.flatMap((kind) => deriveRefusals(contract, id, kind))],
  ['refusals/refusals', deriveProblems],
  ['refusals/methods', deriveMethods],
  ['refusals/order', deriveOrder],
  ['responses/response-headers', deriveSuccessHeaders],
  // The create operation has these cases in answers/refusal.
  [
    'responses/response-headers',
    (contract, id) => (operationById(contract, id).creates ? [] : deriveRefusedHeaders(contract, id)),
  ],
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
  ['responses/shown-once', deriveShownOnce],
  ['responses/pages', derivePages],
  ['responses/write-only', deriveWriteOnly],
  ['requests/values', deriveValues],
  ['requests/relations', deriveRelations],
  ['requests/settled-defaults', deriveSettledDefaults],
  ['requests/unique', deriveUnique],
  ['requests/decimals', deriveDecimals],
  ['requests/parameters', deriveParameters],
  ['keys/keys', deriveKeys],
  ['refusals/refused-parts', deriveRefusedParts],
];

const ofSource = ['createPayment', 'submitReceipt', 'fetchPayment'];

/** Families for the listed operations only. Other operations lack a baseline request or a requirement that these need. */
const known: [...Family, operations: string[]][] = [
  ['requests/near-json', deriveNearJson, ofSource],
  ['requests/odd-names', deriveOddNames, ofSource],
  ['requests/required-elsewhere', deriveRequiredElsewhere, ofSource],
  ['requests/other-values', deriveOtherValues, ['createPayment', 'fetchPayment']],
  ['requests/wrong-values', deriveArraysOfOne, ['createPayment', 'fetchPayment']],
  ['requests/wrong-values', deriveLooseTypes, ['createPayment']],
];

const stateFamilies: Family[] = [
  ['lifecycle/transitions', deriveTransitions],
  ['lifecycle/events', deriveSilence],
  ['lifecycle/verifier-away', deriveVerifierAway],
];

export function derivedFamilies({ operations, lifecycle }: Contract): [file: string, declare: DeclareCases][] {
  const of = (id: string, [file, derive]: Family): [string, DeclareCases] => [
    `derive/${file}`,
    (contract) => derive(contract, id),
  ];
  const has = (id: string): boolean => operations.some((operation) => operation.id === id);
  return [
    ...operations.flatMap(({ id }) => families.map((family) => of(id, family))),
    ['derive/refusals/refused-parts', deriveRefusalRecord],
    ...known.flatMap(([file, derive, ids]) => ids.filter(has).map((id) => of(id, [file, derive]))),
    ...lifecycle.states.flatMap((state) => stateFamilies.map((family) => of(state, family))),
  ];
}
