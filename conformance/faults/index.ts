import { amountAsString } from './amount-as-string.ts';
import { amountChangedAtFetch } from './amount-changed-at-fetch.ts';
import { amountRounded } from './amount-rounded.ts';
import { amountTakenAsString } from './amount-taken-as-string.ts';
import { amountHeldFaults } from './amounts-held.ts';
import { anotherInvoiceFetched } from './another-invoice-fetched.ts';
import { answerHabitFaults } from './answer-habits.ts';
import { callbackFaults } from './callback-deliveries.ts';
import { callbackUrlAlwaysNull } from './callback-url-always-null.ts';
import { callbackUrlEchoed } from './callback-url-echoed.ts';
import { callbackUrlRefused } from './callback-url-refused.ts';
import { cashTagReplaced } from './cash-tag-replaced.ts';
import { createAcceptsBasicScheme } from './create-accepts-basic-scheme.ts';
import { createAsTextPlain } from './create-as-text-plain.ts';
import { createByPut } from './create-by-put.ts';
import { createWithoutAuthentication } from './create-without-authentication.ts';
import { createdAtAsEpoch } from './created-at-as-epoch.ts';
import { createdAtNotADate } from './created-at-not-a-date.ts';
import { createdAtWithoutTime } from './created-at-without-time.ts';
import { credentialFaults } from './credentials.ts';
import { droppedField } from './dropped-field.ts';
import { envelopeAroundInvoice } from './envelope-around-invoice.ts';
import { expiresAtMoves } from './expires-at-moves.ts';
import { expiresBeforeCreation } from './expires-before-creation.ts';
import type { Fault } from './fault.ts';
import { accountFaults } from './feature-accounts.ts';
import { answerFaults } from './feature-answers.ts';
import { tokenFaults } from './feature-tokens.ts';
import { valueFaults } from './feature-values.ts';
import { fetchAcceptsAnyToken } from './fetch-accepts-any-token.ts';
import { fetchAsTextPlain } from './fetch-as-text-plain.ts';
import { fetchAtV2 } from './fetch-at-v2.ts';
import { fetchByGet } from './fetch-by-get.ts';
import { fetchByPut } from './fetch-by-put.ts';
import { fetchTakesMalformedJson } from './fetch-takes-malformed-json.ts';
import { fetchWithoutAuthentication } from './fetch-without-authentication.ts';
import { fetchWithoutInvoiceId } from './fetch-without-invoice-id.ts';
import { getWithBodyFaults } from './get-with-body.ts';
import { idFromBody } from './id-from-body.ts';
import { idUsedTwice } from './id-used-twice.ts';
import { idempotencyFaults } from './idempotency-keys.ts';
import { isWhiteLabelAlwaysFalse } from './is-white-label-always-false.ts';
import { isWhiteLabelAsString } from './is-white-label-as-string.ts';
import { isWhiteLabelRefused } from './is-white-label-refused.ts';
import { isWhiteLabelTrueByDefault } from './is-white-label-true-by-default.ts';
import { laxRequestFaults } from './lax-requests.ts';
import { lifecycleShownFaults } from './lifecycle-shown.ts';
import { lifecycleStepFaults } from './lifecycle-steps.ts';
import { lowerCaseStatus } from './lower-case-status.ts';
import { malformedJsonAccepted } from './malformed-json-accepted.ts';
import { malformedJsonAnswers500 } from './malformed-json-answers-500.ts';
import { missingAmountAccepted } from './missing-amount-accepted.ts';
import { missingCashTagAccepted } from './missing-cash-tag-accepted.ts';
import { noteChangesAtEachRead } from './note-changes-at-each-read.ts';
import { nullId } from './null-id.ts';
import { nullIdAtFetch } from './null-id-at-fetch.ts';
import { paidAmountAsString } from './paid-amount-as-string.ts';
import { paymentUrlRelative } from './payment-url-relative.ts';
import { receiptIdOmitted } from './receipt-id-omitted.ts';
import { refusedReceiptFaults } from './refused-receipts.ts';
import { requestHabitFaults } from './request-habits.ts';
import { returnUrlNotEchoed } from './return-url-not-echoed.ts';
import { returnUrlOmitted } from './return-url-omitted.ts';
import { returnUrlRefused } from './return-url-refused.ts';
import { submitAnswersAnotherInvoice } from './submit-answers-another-invoice.ts';
import { submitAsTextPlain } from './submit-as-text-plain.ts';
import { submitByPut } from './submit-by-put.ts';
import { submitTakesMalformedJson } from './submit-takes-malformed-json.ts';
import { submitUnknownIdAccepted } from './submit-unknown-id-accepted.ts';
import { submitWithoutAuthentication } from './submit-without-authentication.ts';
import { submitWithoutInvoiceId } from './submit-without-invoice-id.ts';
import { submitWithoutWebReceipt } from './submit-without-web-receipt.ts';
import { unknownIdMakesInvoice } from './unknown-id-makes-invoice.ts';
import { wrongAnswerFaults } from './wrong-answers.ts';
import { wrongTypesAnswer500 } from './wrong-types-answer-500.ts';

export type { Fault, PayRequest, RunningSubject, StartOptions } from './fault.ts';

/** Every faulty server: the ten that the suite was first held to, then by operation, then by the invoice's member. */
export const faults: readonly Fault[] = [
  droppedField,
  nullId,
  lowerCaseStatus,
  callbackUrlEchoed,
  fetchWithoutAuthentication,
  anotherInvoiceFetched,
  amountAsString,
  idUsedTwice,
  malformedJsonAccepted,
  amountChangedAtFetch,
  malformedJsonAnswers500,
  envelopeAroundInvoice,
  createWithoutAuthentication,
  createAcceptsBasicScheme,
  createAsTextPlain,
  createByPut,
  idFromBody,
  wrongTypesAnswer500,
  amountTakenAsString,
  missingCashTagAccepted,
  missingAmountAccepted,
  isWhiteLabelRefused,
  isWhiteLabelTrueByDefault,
  callbackUrlRefused,
  returnUrlRefused,
  submitAnswersAnotherInvoice,
  submitWithoutAuthentication,
  submitAsTextPlain,
  submitByPut,
  submitTakesMalformedJson,
  submitUnknownIdAccepted,
  submitWithoutInvoiceId,
  submitWithoutWebReceipt,
  fetchAcceptsAnyToken,
  fetchAsTextPlain,
  fetchByGet,
  fetchByPut,
  fetchAtV2,
  fetchTakesMalformedJson,
  fetchWithoutInvoiceId,
  unknownIdMakesInvoice,
  callbackUrlAlwaysNull,
  nullIdAtFetch,
  paymentUrlRelative,
  cashTagReplaced,
  noteChangesAtEachRead,
  amountRounded,
  isWhiteLabelAsString,
  isWhiteLabelAlwaysFalse,
  receiptIdOmitted,
  paidAmountAsString,
  returnUrlOmitted,
  returnUrlNotEchoed,
  expiresAtMoves,
  expiresBeforeCreation,
  createdAtAsEpoch,
  createdAtNotADate,
  createdAtWithoutTime,
  ...amountHeldFaults,
  ...getWithBodyFaults,
  ...credentialFaults,
  ...laxRequestFaults,
  ...wrongAnswerFaults,
  ...lifecycleStepFaults,
  ...lifecycleShownFaults,
  ...refusedReceiptFaults,
  ...requestHabitFaults,
  ...answerHabitFaults,
  ...valueFaults,
  ...answerFaults,
  ...accountFaults,
  ...tokenFaults,
  ...idempotencyFaults,
  ...callbackFaults,
];
