import { loadContract } from '../payments/load-contract.ts';
import { startServer } from '../servers/start-server.ts';
import { requirementOf } from '../src/contract/contract.ts';
import { accessAccounts } from './access/accounts.ts';
import { accessAuthentication } from './access/authentication.ts';
import { accessChallenges } from './access/challenges.ts';
import { accessLimitsOfOperations } from './access/limits-of-operations.ts';
import { accessRateLimits } from './access/rate-limits.ts';
import { accessScopes } from './access/scopes.ts';
import { callbacksAttempts } from './callbacks/attempts.ts';
import { callbacksEvents } from './callbacks/events.ts';
import { callbacksResponses } from './callbacks/responses.ts';
import { callbacksRetries } from './callbacks/retries.ts';
import { callbacksRotations } from './callbacks/rotations.ts';
import type { Fault, FaultTable } from './fault.ts';
import { invoiceAmount } from './invoice/amount.ts';
import { invoiceCreatedAt } from './invoice/created-at.ts';
import { invoiceExpiresAt } from './invoice/expires-at.ts';
import { invoiceFields } from './invoice/fields.ts';
import { invoicePaidAmount } from './invoice/paid-amount.ts';
import { invoiceReturnUrl } from './invoice/return-url.ts';
import { lifecyclePayments } from './lifecycle/payments.ts';
import { lifecycleReceipts } from './lifecycle/receipts.ts';
import { lifecycleRepeated } from './lifecycle/repeated.ts';
import { lifecycleStates } from './lifecycle/states.ts';
import { requestsAmounts } from './requests/amounts.ts';
import { requestsCashTags } from './requests/cash-tags.ts';
import { requestsChecksInOrder } from './requests/checks-in-order.ts';
import { requestsFields } from './requests/fields.ts';
import { requestsIdempotency } from './requests/idempotency.ts';
import { requestsIdempotencyKeys } from './requests/idempotency-keys.ts';
import { requestsIds } from './requests/ids.ts';
import { requestsJson } from './requests/json.ts';
import { requestsLengths } from './requests/lengths.ts';
import { requestsMalformedJson } from './requests/malformed-json.ts';
import { requestsMediaTypes } from './requests/media-types.ts';
import { requestsRoutes } from './requests/routes.ts';
import { requestsServerErrors } from './requests/server-errors.ts';
import { requestsTypes } from './requests/types.ts';
import { requestsUrls } from './requests/urls.ts';
import { responsesCreate } from './responses/create.ts';
import { responsesFetch } from './responses/fetch.ts';
import { responsesHeaders } from './responses/headers.ts';
import { responsesProblems } from './responses/problems.ts';
import { responsesReads } from './responses/reads.ts';
import { responsesStatusCodes } from './responses/status-codes.ts';
import { responsesSubmit } from './responses/submit.ts';
import { togetherEdges } from './together/edges.ts';
import { togetherEvents } from './together/events.ts';
import { togetherKeys } from './together/keys.ts';
import { togetherOtherTokens } from './together/other-tokens.ts';
import { togetherPayments } from './together/payments.ts';
import { togetherRestarts } from './together/restarts.ts';
import { togetherUrls } from './together/urls.ts';
import { deriveMissing } from './unproven.ts';

export type { Fault } from './fault.ts';

/** Splits `requirement/clause`: `breaks` is the requirement, `clause` the whole text. Without a slash, returns only `breaks`. */
const parseBreaks = (breaks: string): Pick<Fault, 'breaks' | 'clause'> =>
  breaks.includes('/') ? { breaks: requirementOf(breaks), clause: breaks } : { breaks };

/** Every table of faults, keyed by the path of its file in this folder. */
const tables: Readonly<Record<string, FaultTable>> = {
  'access/authentication': accessAuthentication,
  'access/challenges': accessChallenges,
  'access/accounts': accessAccounts,
  'access/scopes': accessScopes,
  'access/rate-limits': accessRateLimits,
  'access/limits-of-operations': accessLimitsOfOperations,
  'requests/routes': requestsRoutes,
  'requests/media-types': requestsMediaTypes,
  'requests/ids': requestsIds,
  'requests/json': requestsJson,
  'requests/malformed-json': requestsMalformedJson,
  'requests/fields': requestsFields,
  'requests/types': requestsTypes,
  'requests/server-errors': requestsServerErrors,
  'requests/lengths': requestsLengths,
  'requests/amounts': requestsAmounts,
  'requests/cash-tags': requestsCashTags,
  'requests/urls': requestsUrls,
  'requests/checks-in-order': requestsChecksInOrder,
  'requests/idempotency': requestsIdempotency,
  'requests/idempotency-keys': requestsIdempotencyKeys,
  'responses/headers': responsesHeaders,
  'responses/reads': responsesReads,
  'responses/status-codes': responsesStatusCodes,
  'responses/problems': responsesProblems,
  'responses/create': responsesCreate,
  'responses/submit': responsesSubmit,
  'responses/fetch': responsesFetch,
  'invoice/fields': invoiceFields,
  'invoice/amount': invoiceAmount,
  'invoice/paid-amount': invoicePaidAmount,
  'invoice/return-url': invoiceReturnUrl,
  'invoice/expires-at': invoiceExpiresAt,
  'invoice/created-at': invoiceCreatedAt,
  'lifecycle/states': lifecycleStates,
  'lifecycle/payments': lifecyclePayments,
  'lifecycle/receipts': lifecycleReceipts,
  'lifecycle/repeated': lifecycleRepeated,
  'callbacks/events': callbacksEvents,
  'callbacks/attempts': callbacksAttempts,
  'callbacks/retries': callbacksRetries,
  'callbacks/rotations': callbacksRotations,
  'callbacks/responses': callbacksResponses,
  'together/keys': togetherKeys,
  'together/edges': togetherEdges,
  'together/events': togetherEvents,
  'together/other-tokens': togetherOtherTokens,
  'together/payments': togetherPayments,
  'together/restarts': togetherRestarts,
  'together/urls': togetherUrls,
};

/** Every faulty server that was written by hand. */
export const writtenFaults: readonly Fault[] = Object.entries(tables).flatMap(([path, table]) =>
  Object.entries(table).map(
    ([id, record]): Fault => ({
      id,
      ...record,
      ...parseBreaks(record.breaks),
      file: `conformance/faults/${path}.ts`,
      start: (options) => startServer(record, options),
    }),
  ),
);

/** Every faulty server: those written by hand, and those derived for the statements that no written fault breaks. */
export const faults: readonly Fault[] = [...writtenFaults, ...deriveMissing(loadContract(), writtenFaults)];
