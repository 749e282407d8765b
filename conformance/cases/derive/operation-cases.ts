import type { Case, DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { deriveApiKeys, deriveKeysBeside } from './access/api-keys.ts';
import { deriveForeignInvoice } from './access/foreign-invoice.ts';
import { deriveIdLists } from './access/id-lists.ts';
import { derivePlaces } from './access/places.ts';
import { deriveRevokedToken } from './access/revoked-token.ts';
import { deriveScopedFields } from './access/scoped-fields.ts';
import { deriveScopes } from './access/scopes.ts';
import { deriveKeys } from './keys/keys.ts';
import { deriveSilence } from './lifecycle/silence.ts';
import { deriveTransitions } from './lifecycle/transitions.ts';
import { deriveVerifierAway } from './lifecycle/verifier-away.ts';
import { deriveMostAtOnce } from './limits/most-at-once.ts';
import { deriveRateLimits } from './limits/rate-limits.ts';
import { derivePath } from './path.ts';
import { deriveMethods } from './refusals/methods.ts';
import { deriveOrder } from './refusals/order.ts';
import { deriveRefusalRecord } from './refusals/refusal-headers.ts';
import { deriveProblems, deriveRefusals } from './refusals/refusals.ts';
import { deriveRefusedParts } from './refusals/refused-parts.ts';
import { derivations } from './refusals/violations-of.ts';
import { deriveAccepted } from './requests/accepted.ts';
import { deriveDecimals } from './requests/decimals.ts';
import { deriveNearJson } from './requests/near-json.ts';
import { deriveOddNames } from './requests/odd-names.ts';
import { deriveOtherValues } from './requests/other-values.ts';
import { deriveParameters } from './requests/parameters.ts';
import { deriveArraysOfOne, deriveLooseTypes } from './requests/refused-types.ts';
import { deriveRelations } from './requests/relations.ts';
import { deriveRequiredElsewhere } from './requests/required-elsewhere.ts';
import { deriveUnique } from './requests/unique.ts';
import { deriveValues } from './requests/values.ts';
import { deriveWrongValues } from './requests/wrong-values.ts';
import { deriveConditional } from './responses/conditional.ts';
import { deriveEchoedHeaders } from './responses/echoed-headers.ts';
import { deriveEchoes } from './responses/echoes.ts';
import { derivePages } from './responses/pages.ts';
import { deriveRefusedHeaders, deriveSuccessHeaders } from './responses/response-headers.ts';
import { deriveResponses, deriveVersion } from './responses/responses.ts';
import { deriveRounded } from './responses/rounded.ts';
import { deriveShownOf } from './responses/shown-of.ts';
import { deriveWriteOnly } from './responses/write-only.ts';

const kinds = Object.keys(derivations) as (keyof typeof derivations)[];

/** Families of cases that every operation has, keyed by the file below this folder that derives them. */
const families: Record<string, (contract: Contract, operationId: string) => Case[]> = {
  'responses/responses': (contract, id) => [...deriveResponses(contract, id), ...deriveVersion(contract, id)],
  'refusals/refusals': (contract, id) => [
    ...kinds.flatMap((kind) => deriveRefusals(contract, id, kind)),
    ...deriveProblems(contract, id),
  ],
  'refusals/methods': deriveMethods,
  'refusals/order': deriveOrder,
  'responses/response-headers': (contract, id) => [
    ...deriveSuccessHeaders(contract, id),
    // The create operation has these cases in answers/refusal.
    ...(id === 'createPayment' ? [] : deriveRefusedHeaders(contract, id)),
  ],
  'requests/wrong-values': deriveWrongValues,
  'requests/accepted': deriveAccepted,
  'access/revoked-token': deriveRevokedToken,
  path: derivePath,
  'access/scopes': deriveScopes,
  'access/scoped-fields': deriveScopedFields,
  'access/api-keys': (contract, id) => [...deriveApiKeys(contract, id), ...deriveKeysBeside(contract, id)],
  'access/foreign-invoice': deriveForeignInvoice,
  'access/places': derivePlaces,
  'access/id-lists': deriveIdLists,
  'limits/rate-limits': deriveRateLimits,
  'limits/most-at-once': deriveMostAtOnce,
  'responses/conditional': deriveConditional,
  'responses/echoes': deriveEchoes,
  'responses/echoed-headers': deriveEchoedHeaders,
  'responses/rounded': deriveRounded,
  'responses/shown-of': deriveShownOf,
  'responses/pages': derivePages,
  'responses/write-only': deriveWriteOnly,
  'requests/values': deriveValues,
  'requests/relations': deriveRelations,
  'requests/unique': deriveUnique,
  'requests/decimals': deriveDecimals,
  'requests/parameters': deriveParameters,
  'keys/keys': deriveKeys,
  'refusals/refused-parts': deriveRefusedParts,
};

/**
 * Families for the listed operations only. Other operations lack the baseline requests or the requirements that these cases need.
 */
const known: Record<string, { operations: string[]; derive: (contract: Contract, operationId: string) => Case[] }> = {
  'requests/near-json': { operations: ['createPayment', 'submitReceipt', 'fetchPayment'], derive: deriveNearJson },
  'requests/odd-names': { operations: ['createPayment', 'submitReceipt', 'fetchPayment'], derive: deriveOddNames },
  'requests/required-elsewhere': {
    operations: ['createPayment', 'submitReceipt', 'fetchPayment'],
    derive: deriveRequiredElsewhere,
  },
  'requests/other-values': { operations: ['createPayment', 'fetchPayment'], derive: deriveOtherValues },
  'requests/arrays-of-one': {
    operations: ['createPayment', 'fetchPayment'],
    derive: (contract, id) => [deriveArraysOfOne(contract, id)],
  },
  'requests/loose-types': { operations: ['createPayment'], derive: (contract, id) => [deriveLooseTypes(contract, id)] },
};

/** Families of cases that every state has, keyed by the file below this folder that derives them. */
const stateFamilies: Record<string, (contract: Contract, state: string) => Case[]> = {
  'lifecycle/transitions': deriveTransitions,
  'lifecycle/silence': deriveSilence,
  'lifecycle/verifier-away': deriveVerifierAway,
};

export function derivedFamilies({ operations, lifecycle }: Contract): [file: string, declare: DeclareCases][] {
  return [
    ...operations.flatMap(({ id }) =>
      Object.entries(families).map(([file, derive]): [string, DeclareCases] => [
        `derive/${file}`,
        (contract) => derive(contract, id),
      ]),
    ),
    ['derive/refusals/refusal-headers', deriveRefusalRecord],
    ...Object.entries(known).flatMap(([file, { operations: ids, derive }]) =>
      ids
        .filter((id) => operations.some((operation) => operation.id === id))
        .map((id): [string, DeclareCases] => [`derive/${file}`, (contract) => derive(contract, id)]),
    ),
    ...lifecycle.states.flatMap((state) =>
      Object.entries(stateFamilies).map(([file, derive]): [string, DeclareCases] => [
        `derive/${file}`,
        (contract) => derive(contract, state),
      ]),
    ),
  ];
}
