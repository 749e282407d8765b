/**
 * Statements for which one case is enough, keyed by the reason. For every other statement, at least two cases must find its
 * faults. The second case may find them in another state or order, during concurrent requests, later, or after a replay.
 */
export const oneWay: Readonly<Record<string, readonly string[]>> = {
  'It is about one value in one request. The case sends that value, and a second case could only send it again.': [
    'create-requires-amount',
    'create-accepts-callback-url',
    'create-accepts-is-white-label',
    'create-accepts-return-url',
    'create-callback-url-length',
    'create-cash-tag-grammar/not-of-cash-tag-of-create-payment',
    'submit-requires-web-receipt',
    'submit-invoice-id-length',
    'submit-invoice-id-length/min-length-of-invoice-id-of-submit-receipt',
    'submit-invoice-id-length/max-length-of-invoice-id-of-submit-receipt',
    'submit-web-receipt-length/min-length-of-web-receipt-of-submit-receipt',
    'submit-web-receipt-length/max-length-of-web-receipt-of-submit-receipt',
    'fetch-invoice-id-length/min-length-of-invoice-id-of-fetch-payment',
    'fetch-invoice-id-length/max-length-of-invoice-id-of-fetch-payment',
    'fetch-validation-is-422',
  ],
  'The case itself tries every form, state or operation in which a server may treat the request differently.': [
    'authorization-twice-is-400',
    'token-scheme-any-case/scheme',
    'token-scheme-any-case/token',
    'create-amount-nearest-double',
    'submit-receipt-counts-once/white-space',
    'lifecycle-invalid-receipt/unreadable',
    'lifecycle-other-accounts-receipt/tells-nothing',
  ],
  'Only a receipt with both mistakes shows which of two checks comes first, and only one response to it is right.': [
    'submit-checks-in-order/invoice-before-signature',
    'submit-checks-in-order/final-before-signature',
    'submit-checks-in-order/used-before-binding',
    'submit-checks-in-order/binding-before-payment',
  ],
  'It shows only when calls race, and the case already sends several at once, by two tokens or with several bodies.': [
    'idempotency-in-progress-refused',
    'idempotency-other-body-refused/at-once',
  ],
  'It shows only at one moment, for which the case waits. A second case would wait for the same moment.': [
    'lifecycle-expiry/not-before',
    'callback-at-each-change/shown',
    'callback-ends-with-success/in-time',
    'callback-retried/not-sooner',
  ],
  'It shows only over days on a moved clock, which all cases share. This one judges every event with such a response.': [
    'callback-ends-with-success/any-2xx',
    'callback-redirect-not-followed/not-followed',
    'callback-redirect-not-followed/failed',
  ],
  'Only this case brings about the condition, such as a used-up limit or a name that leads inside. A second would do the same.': [
    'failed-authentication-limited/refused',
    'failed-authentication-limited/known-token',
    'failed-authentication-limited/ends',
    'idempotency-keeps-successes-only/limited',
    'test-tokens-apart/receipt',
    'callback-checks-address',
  ],
  'The case judges every response of the run, so a second case could only judge the same responses.': [
    'invoice-expires-after-creation',
    'invoice-lifetime/alike',
    'invoice-paid-amount-initial',
    'invoice-receipt-id-initial',
  ],
  'It is the same for all responses of a deployment, so one response shows it.': [
    'deprecation-is-told',
    'invoice-lifetime/longest',
    'old-version-overlaps',
  ],
  'Other cases find the same fault too. They name the requirement that they are for, such as the sum or the status.': [
    'invoice-amount-in-major-units',
    'lifecycle-set-is-closed',
  ],
};
