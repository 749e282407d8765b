import type { Case, DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { deriveEchoes } from './echoes.ts';
import { deriveForeignInvoice } from './foreign-invoice.ts';
import { deriveKeys } from './keys.ts';
import { deriveMethods } from './methods.ts';
import { deriveParameters } from './parameters.ts';
import { derivePath } from './path.ts';
import { deriveProblems } from './problems.ts';
import { deriveRateLimits } from './rate-limits.ts';
import { deriveRefusalRecord } from './refusal-headers.ts';
import { deriveRefusals } from './refusals.ts';
import { deriveRefusedParts } from './refused-parts.ts';
import { deriveRefusedHeaders, deriveSuccessHeaders } from './response-headers.ts';
import { deriveResponses } from './responses.ts';
import { deriveRevokedToken } from './revoked-token.ts';
import { deriveScopes } from './scopes.ts';
import { deriveTransitions } from './transitions.ts';
import { deriveValues } from './values.ts';
import { deriveVersion } from './versions.ts';
import { derivations } from './violations-of.ts';
import { deriveWrongValues } from './wrong-values.ts';

const kinds = Object.keys(derivations) as (keyof typeof derivations)[];

/** Families of cases that every operation has, by the file that derives them. */
const families: Record<string, (contract: Contract, operationId: string) => Case[]> = {
  responses: deriveResponses,
  refusals: (contract, id) => kinds.flatMap((kind) => deriveRefusals(contract, id, kind)),
  methods: deriveMethods,
  problems: deriveProblems,
  'response-headers': (contract, id) => [
    ...deriveSuccessHeaders(contract, id),
    // Of the first operation, answers/refusal has them.
    ...(id === 'createPayment' ? [] : deriveRefusedHeaders(contract, id)),
  ],
  'wrong-values': deriveWrongValues,
  'revoked-token': deriveRevokedToken,
  versions: deriveVersion,
  path: derivePath,
  scopes: deriveScopes,
  'foreign-invoice': deriveForeignInvoice,
  'rate-limits': deriveRateLimits,
  echoes: deriveEchoes,
  values: deriveValues,
  parameters: deriveParameters,
  keys: deriveKeys,
  'refused-parts': deriveRefusedParts,
};

/** Returns every family of each operation and state, whether a file of the suite declares its cases or not. */
export function derivedFamilies({ operations, lifecycle }: Contract): [file: string, declare: DeclareCases][] {
  return [
    ...operations.flatMap(({ id }) =>
      Object.entries(families).map(([file, derive]): [string, DeclareCases] => [
        `derive/${file}`,
        (contract) => derive(contract, id),
      ]),
    ),
    ['derive/refusal-headers', deriveRefusalRecord],
    ...lifecycle.states.map((state): [string, DeclareCases] => [
      'derive/transitions',
      (contract) => deriveTransitions(contract, state),
    ]),
  ];
}
